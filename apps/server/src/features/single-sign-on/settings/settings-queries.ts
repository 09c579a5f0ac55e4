import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#platform/deps';
import type { Schema } from '#platform/schema/schema';

export type SettingsRow = Selectable<Schema['single_sign_on']>;

export const findSettings = (db: Db): Promise<SettingsRow | undefined> =>
  db.selectFrom('single_sign_on').selectAll().executeTakeFirst();

/** Serializes changes, also of the first one. */
export async function lockSettings(tx: Tx): Promise<SettingsRow | undefined> {
  await sql`lock table single_sign_on in share row exclusive mode`.execute(tx);
  return findSettings(tx);
}

export async function saveSettings(tx: Tx, row: Omit<Insertable<Schema['single_sign_on']>, 'only_row'>): Promise<void> {
  await tx
    .insertInto('single_sign_on')
    .values(row)
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet(row))
    .execute();
}

/** What groups give, in the order they were entered; `role` null is super admin. */
export async function listGroupRoles(db: Db) {
  const rows = await db
    .selectFrom('single_sign_on_group')
    .leftJoin('admin_role', 'admin_role.id', 'single_sign_on_group.role_id')
    .select(['group_name as group', 'role_id', 'admin_role.name'])
    .orderBy('ordinal')
    .execute();
  return rows.map(({ group, role_id, name }) => ({ group, role: role_id && name ? { id: role_id, name } : null }));
}

export async function saveGroupRoles(tx: Tx, given: { group: string; role_id: string | null }[]): Promise<void> {
  await tx.deleteFrom('single_sign_on_group').execute();
  if (given.length === 0) return;
  const rows = given.map(({ group, role_id }, ordinal) => ({ ordinal, group_name: group, role_id }));
  await tx.insertInto('single_sign_on_group').values(rows).execute();
}
