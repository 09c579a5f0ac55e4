import { randomUUID } from 'node:crypto';
import type { AdminFunction, Endpoint, Input } from '@key2xs/contract';
import type { Insertable } from 'kysely';
import type { Db, Deps, Scope } from '#platform/deps';
import type { Schema } from '#platform/schema/schema';
import { startSession } from '#platform/sign-in/sessions';
import { type CallOptions, send } from '../send';

/** The part of a test's server that these need. */
type Server = { db: Db; deps: Deps };

/** The role that every new sub-admin has; the tests' sub-admin has no other. */
const usualRole = (db: Db) => db.selectFrom('admin_role').select('id').orderBy('created_at').orderBy('id').limit(1);

/** Makes the tests' sub-admin a member of the usual role. */
export async function giveUsualRole(db: Db, admin_id: string): Promise<void> {
  const { id: role_id } = await usualRole(db).executeTakeFirstOrThrow();
  await db.insertInto('admin_role_member').values({ admin_id, role_id }).execute();
}

/** What the usual role gives its members from now on. @returns what it gave */
export async function setFunctions(db: Db, functions: readonly AdminFunction[]): Promise<AdminFunction[]> {
  const role = await db
    .selectFrom('admin_role')
    .select(['id', 'functions'])
    .where('id', 'in', usualRole(db))
    .executeTakeFirstOrThrow();
  await db
    .updateTable('admin_role')
    .set({ functions: [...functions] })
    .where('id', '=', role.id)
    .execute();
  return role.functions;
}

type SubAdmin = {
  functions?: readonly AdminFunction[];
  scope?: Scope;
  suspended_at?: Date;
  valid_from?: Date;
  valid_until?: Date;
};

/** Another sub-admin, with a role of their own. @returns their id, and the token of a session that began before they were suspended */
export async function aSubAdmin({ db, deps }: Server, wanted: SubAdmin = {}) {
  const { functions = [], scope, ...admin } = wanted;
  const id = randomUUID();
  const username = `sub-admin-${id.slice(-12)}`;
  const role = { id: randomUUID(), name: username, name_folded: username, functions: [...functions] };
  const token = await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('admin')
      .values({ id, username, username_folded: username, password_hash: 'none', role: 'subadmin', ...admin })
      .execute();
    await tx.insertInto('admin_role').values(role).execute();
    await tx.insertInto('admin_role_member').values({ admin_id: id, role_id: role.id }).execute();
    if (scope) await giveScope(tx, id, scope);
    return (await startSession(tx, deps, id)).access_token;
  });
  return { id, username, token, role_id: role.id };
}

async function giveScope(db: Db, admin_id: string, { departments, places }: Scope): Promise<void> {
  await db
    .insertInto('admin_scope')
    .values({ admin_id, departments: departments && [...departments], places: places && [...places] })
    .execute();
}

type Added = { role?: 'superadmin' | 'subadmin'; functions?: readonly AdminFunction[] } & Partial<
  Insertable<Schema['admin']>
>;

/** An administrator with a session; a sub-admin with the functions has a role of its own. */
export async function anAdministrator(app: Server & { url: string }, { functions, ...values }: Added = {}) {
  const id = randomUUID();
  const username = values.username ?? `admin-${id.slice(0, 8)}`;
  const row = {
    id,
    username,
    username_folded: username.toLowerCase(),
    password_hash: 'none',
    role: 'subadmin' as const,
  };
  const token = await app.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('admin')
      .values({ ...row, ...values })
      .execute();
    if (functions) {
      const role_id = randomUUID();
      const role = { id: role_id, name: `Role of ${username}`, name_folded: `role of ${username}` };
      await tx
        .insertInto('admin_role')
        .values({ ...role, functions: [...functions] })
        .execute();
      await tx.insertInto('admin_role_member').values({ admin_id: id, role_id }).execute();
    }
    return (await startSession(tx, app.deps, id)).access_token;
  });
  const call = <E extends Endpoint>(endpoint: E, input: Input<E>, options: CallOptions = {}) =>
    send(app.url, endpoint, input, { ...options, token });
  return { id, username, token, call };
}

/** The audit events about a record, oldest first. */
export const eventsAbout = ({ db }: Pick<Server, 'db'>, id: string) =>
  db
    .selectFrom('audit_event')
    .select(['action', 'actor_name', 'details'])
    .where('target_id', '=', id)
    .orderBy('id')
    .execute();
