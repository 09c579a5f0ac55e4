import { sql } from 'kysely';
import { describe, expect, inject, test } from 'vitest';
import { freshDatabase } from '#test/fresh-database';
import { migrate, migrationNames } from '../schema/migrate';
import { checkDatabase } from './check-database';

/** Only a server has an address that an upgrade could ask. */
describe.skipIf(inject('databaseTemplate').kind === 'dump')('before an upgrade', () => {
  test('the database says what the next start would do, and a later version is refused', async () => {
    const [db] = await freshDatabase(1);
    if (!db) throw new Error('no database');
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
    const template = inject('databaseTemplate');
    const url = new URL(template.kind === 'dump' ? '' : template.url);
    url.pathname = `/${rows[0]?.name}`;

    expect(await checkDatabase(url.href)).toMatchObject({ is_empty: true, pending: migrationNames });
    await migrate(db, { to: migrationNames.at(-3) ?? '' });
    const checked = await checkDatabase(url.href);
    expect(checked).toMatchObject({ is_empty: false, pending: migrationNames.slice(-2) });
    expect(checked.bytes).toBeGreaterThan(1_000_000);

    await sql`insert into kysely_migration values ('9999-later', '')`.execute(db);
    await expect(checkDatabase(url.href)).rejects.toThrow(
      'a later version of Key2XS has used this database (9999-later)',
    );
  });
});
