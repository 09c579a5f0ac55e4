import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { freshDatabase } from '#test/fresh-database';
import { migrate } from './migrate';

test('open invitations of sub-admins give the oldest role, as they did', async () => {
  const [db] = await freshDatabase(1);
  if (!db) throw new Error('no database');
  await migrate(db, { to: '0079-administrators' });
  const admin = randomUUID();
  await sql`insert into admin (id, username, username_folded, role) values (${admin}, 'ada', 'ada', 'superadmin')`.execute(
    db,
  );
  const [open, used, superior] = [randomUUID(), randomUUID(), randomUUID()];
  await sql`insert into invitation (id, token_hash, role, invited_by, expires_at, used_at) values
    (${open}, '1', 'subadmin', ${admin}, now(), null), (${used}, '2', 'subadmin', ${admin}, now(), now()),
    (${superior}, '3', 'superadmin', ${admin}, now(), null)`.execute(db);
  await migrate(db);
  const given = await db
    .selectFrom('invitation_role')
    .innerJoin('admin_role', 'admin_role.id', 'role_id')
    .select(['invitation_id', 'name'])
    .execute();
  expect(given).toEqual([{ invitation_id: open, name: 'Sub-Admin' }]);
});
