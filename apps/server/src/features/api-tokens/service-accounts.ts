import { functionsWithin, type Parsed, type ServiceAccount, type serviceAccounts } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Db, Deps } from '#platform/deps';
import { AppError } from '#platform/errors';
import { functionsOf } from '#platform/sign-in/rights';
import { asProduct, type Reader, visibleTo } from '#platform/visible-to';
import { lockAdministrators, namedScope, resolveRights, writeRights } from '../administrators/service';
import { findAdminByUsername, insertAdmin } from '../auth/service';

/** By name. */
export const listServiceAccounts = async (reader: Pick<Reader, 'db' | 'viewer'>): Promise<ServiceAccount[]> =>
  (await accounts(reader).execute()).map(({ created_at, suspended_at, valid_until, functions, scope, ...account }) => ({
    ...account,
    scope,
    functions: functionsWithin(scope, functions),
    created_at: created_at.toISOString(),
    suspended_at: suspended_at?.toISOString() ?? null,
    valid_until: valid_until?.toISOString() ?? null,
  }));

/** @throws AppError validation_failed, conflict when the name is taken */
export async function createServiceAccount(
  deps: Deps,
  caller: Caller,
  { username, role_ids, scope, valid_until }: Parsed<typeof serviceAccounts.create>['body'],
): Promise<ServiceAccount> {
  const now = deps.clock();
  const id = deps.newId();
  await deps.db.transaction().execute(async (tx) => {
    await lockAdministrators(tx);
    const rights = await resolveRights(tx, { role: 'subadmin', role_ids, scope, valid_from: null, valid_until });
    if (await findAdminByUsername(tx, username)) throw new AppError('conflict', say('signIn.nameTaken'));
    const end = rights.valid_until;
    await insertAdmin(tx, {
      ...{ id, username, password_hash: null, role: 'subadmin', is_service: true, valid_until: end, created_at: now },
    });
    await writeRights(tx, id, rights);
    const roles = rights.roles.map(({ name }) => name);
    const details = { username, roles, scope: rights.scope, valid_until };
    await recordEvent(tx, caller, 'service_account.created', { id, details });
  });
  const account = (await listServiceAccounts(asProduct(deps.db))).find((one) => one.id === id);
  if (!account) throw new Error('a service account that was just created is missing');
  return account;
}

const accounts = ({ db, viewer }: Pick<Reader, 'db' | 'viewer'>) =>
  admins(db).where('admin.is_service', '=', true).where(visibleTo(viewer, 'administrators'));

const admins = (db: Db) =>
  db
    .selectFrom('admin')
    .leftJoin('admin_scope as scope', 'scope.admin_id', 'admin.id')
    .select([
      'admin.id',
      'admin.username',
      'admin.suspended_at',
      'admin.valid_until',
      'admin.created_at',
      functionsOf('admin').as('functions'),
      sql<{ id: string; name: string }[]>`coalesce((
        select jsonb_agg(jsonb_build_object('id', given.id, 'name', given.name) order by given.name_folded)
        from admin_role_member as member join admin_role as given on given.id = member.role_id
        where member.admin_id = admin.id), '[]')`.as('roles'),
      sql<ServiceAccount['scope']>`case when scope.admin_id is not null then ${namedScope('scope')} end`.as('scope'),
    ])
    .orderBy('admin.username_folded');
