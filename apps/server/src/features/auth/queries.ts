import { type AdminFunction, functionsWithin } from '@key2xs/contract';
import type { Insertable, Selectable } from 'kysely';
import type { Db, Scope, Tx } from '#platform/deps';
import type { Schema } from '#platform/schema/schema';
import { foldUsername } from '#platform/sign-in/fold-username';
import { functionsOf, isInForce } from '#platform/sign-in/rights';

/** With the functions that their roles give, as far as their scope lets them work. */
export type AdminRow = Selectable<Schema['admin']> & { functions: AdminFunction[]; scope: Scope | null };

const admins = (db: Db) =>
  db
    .selectFrom('admin')
    .leftJoin('admin_scope', 'admin_scope.admin_id', 'admin.id')
    .selectAll('admin')
    .select([functionsOf('admin').as('given'), 'admin_scope.admin_id', 'departments', 'places']);

type Read = Selectable<Schema['admin']> & {
  given: AdminFunction[];
  admin_id: string | null;
  departments: string[] | null;
  places: string[] | null;
};

function toAdmin({ given, admin_id, departments, places, ...admin }: Read): AdminRow {
  const scope = admin_id === null ? null : { departments, places };
  return { ...admin, scope, functions: functionsWithin(scope, given) };
}

/** By folded name; includes disabled ones. */
export async function findAdminByUsername(db: Db, username: string): Promise<AdminRow | undefined> {
  const found = await admins(db).where('username_folded', '=', foldUsername(username)).executeTakeFirst();
  return found && toAdmin(found);
}

export async function findAdmin(db: Db, id: string): Promise<AdminRow | undefined> {
  const found = await admins(db).where('admin.id', '=', id).executeTakeFirst();
  return found && toAdmin(found);
}

/** Notes a sign-in and holds the administrator until the transaction ends. @returns undefined unless they may sign in now */
export function noteSignIn(tx: Tx, id: string, now: Date): Promise<{ password_hash: string | null } | undefined> {
  return tx
    .updateTable('admin')
    .set({ last_sign_in_at: now })
    .where('id', '=', id)
    .where('is_service', '=', false)
    .where(isInForce('admin', now))
    .returning('password_hash')
    .executeTakeFirst();
}

/** Locks an administrator until the transaction ends. Call it before locking other rows of theirs, as the end of their access does. */
export async function lockAdmin(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('admin').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

/** Disabled ones count: otherwise anyone could register while the only administrator is disabled. */
export async function hasAdmin(db: Db): Promise<boolean> {
  return (await db.selectFrom('admin').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Whether the installation has ever been used, even if no administrator is left. */
export async function hasHistory(db: Db): Promise<boolean> {
  return (await db.selectFrom('audit_event').select('id').limit(1).executeTakeFirst()) !== undefined;
}

type NewAdminRow = Omit<Insertable<Schema['admin']>, 'username_folded'>;

/** Without roles. */
export async function insertAdmin(tx: Tx, row: NewAdminRow): Promise<AdminRow> {
  const username_folded = foldUsername(row.username);
  await tx
    .insertInto('admin')
    .values({ ...row, username_folded })
    .execute();
  const admin = await findAdmin(tx, row.id);
  if (!admin) throw new Error('an administrator that was just added is missing');
  return admin;
}

/** Administrators renamed by a migration, with their former names. Returns each once across all processes. */
export async function takeRenamedAdmins(tx: Tx): Promise<{ id: string; username: string; renamed_from: string }[]> {
  const renamed = await tx
    .selectFrom('admin')
    .select((q) => ['id', 'username', q.ref('renamed_from').$notNull().as('renamed_from')])
    .where('renamed_from', 'is not', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  await tx.updateTable('admin').set({ renamed_from: null }).where('renamed_from', 'is not', null).execute();
  return renamed;
}

/** @returns false when the password has changed since it was checked */
export async function updatePassword(tx: Tx, id: string, from: string, to: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('admin')
    .set({ password_hash: to })
    .where('id', '=', id)
    .where('password_hash', '=', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function setPassword(tx: Tx, id: string, password_hash: string): Promise<void> {
  await tx.updateTable('admin').set({ password_hash }).where('id', '=', id).execute();
}

/** Replaces the unused ones of this administrator. */
export async function insertReset(tx: Tx, row: Insertable<Schema['password_reset']>): Promise<void> {
  await deleteOpenResets(tx, row.admin_id);
  await tx.insertInto('password_reset').values(row).execute();
}

export async function deleteOpenResets(tx: Tx, adminId: string): Promise<void> {
  await tx.deleteFrom('password_reset').where('admin_id', '=', adminId).where('used_at', 'is', null).execute();
}

/** The administrator whose password an unused token may set. */
export async function findOpenReset(db: Db, tokenHash: Buffer, now: Date): Promise<AdminRow | undefined> {
  const found = await admins(db)
    .innerJoin('password_reset', 'password_reset.admin_id', 'admin.id')
    .where('password_reset.token_hash', '=', tokenHash)
    .where('password_reset.used_at', 'is', null)
    .where('password_reset.expires_at', '>', now)
    .where(isInForce('admin', now))
    .executeTakeFirst();
  return found && toAdmin(found);
}

/** Succeeds once, even for concurrent calls. @returns undefined when it is not open */
export function takeReset(tx: Tx, tokenHash: Buffer, now: Date): Promise<{ resets_factors: boolean } | undefined> {
  return tx
    .updateTable('password_reset')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('resets_factors')
    .executeTakeFirst();
}
