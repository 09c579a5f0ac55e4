import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { freshDatabase } from '#test/fresh-database';
import { noteOnce, readSeen } from '../events/noticed';
import { migrate } from './migrate';

test('seen warnings stay seen, and an earlier notice is not repeated', async () => {
  const [db] = await freshDatabase(1);
  if (!db) throw new Error('no database');
  await migrate(db, { to: '0065-job-pieces' });
  const [admin, source, credential] = [randomUUID(), randomUUID(), randomUUID()];
  await sql`
    insert into admin (id, username, username_folded, password_hash, role)
    values (${admin}, 'ada', 'ada', 'none', 'superadmin')`.execute(db);
  await sql`insert into iam_connection (id, name, provider) values (${source}, 'Staff', 'csv')`.execute(db);
  await sql`
    insert into source_credential (id, connection_id, kind, sealed, state)
    values (${credential}, ${source}, 'secret', '', 'active')`.execute(db);
  await sql`insert into source_credential_warning_seen values (${admin}, ${credential}, 14)`.execute(db);
  const note = (kind: string, once: string) =>
    sql`
    insert into source_event (id, connection_id, kind, sentence, once)
    values (${randomUUID()}, ${source}, ${kind}, '{"code": "asWritten"}', ${once})`.execute(db);
  await note('credential.expiring', `credential ${credential} 14`);
  await note('webhook.silent', 'webhook.silent 2026-11-26');
  await migrate(db);
  const isSeen = await readSeen(db, admin, 'credential_warning');
  expect([isSeen(credential, 14), isSeen(credential, 7)]).toEqual([true, false]);
  const isNew = (notice: string, subject: string, discriminator: string) =>
    db.transaction().execute((tx) => noteOnce(tx, { notice, subject, discriminator }));
  expect(await isNew('credential_ending', credential, '14')).toBe(false);
  expect(await isNew('credential_ending', credential, '7')).toBe(true);
  expect(await isNew('webhook.silent', source, '2026-11-26')).toBe(false);
});
