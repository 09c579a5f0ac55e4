import { randomUUID } from 'node:crypto';
import { foldText } from '@key2xs/domain';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { freshDatabase } from '#test/fresh-database';
import { migrate } from './migrate';

test('departments that people have are folded as the domain folds them', async () => {
  const [db] = await freshDatabase(1);
  if (!db) throw new Error('no database');
  await migrate(db, { to: '0063-told-by-page' });
  const source = randomUUID();
  await sql`insert into iam_connection (id, provider, name) values (${source}, 'csv', 'List')`.execute(db);
  const departments = [
    'Straßendienst',
    'STRASSENDIENST',
    ' Fire \u00a0 department',
    'Zu\u0308rich',
    '\u200bLab\ufeff',
    'ﬃ',
    'İlker',
    null,
  ];
  for (const [i, department] of departments.entries()) {
    await sql`insert into person (id, connection_id, external_id, display_name, department, source_hash)
      values (${randomUUID()}, ${source}, ${`p${i}`}, 'Ada', ${department}, '')`.execute(db);
  }
  await migrate(db);
  const rows = await db.selectFrom('department_spelling').selectAll().execute();
  const spellings = departments.flatMap((text) => text ?? []);
  expect(new Map(rows.map(({ spelling, folded }) => [spelling, folded]))).toEqual(
    new Map(spellings.map((text) => [text, foldText(text)])),
  );
});
