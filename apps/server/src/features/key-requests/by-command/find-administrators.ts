import { functionsWithin, isOpenTo, keyRequests } from '@key2xs/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Actor, Db } from '#platform/deps';
import { functionsOf, isInForce } from '#platform/sign-in/rights';

/** The name of the command in the administration log, whatever the way in which it was started. */
export const requestsCommand = 'npm run requests';

type Row = Omit<Actor, 'proof' | 'acting'> & { is_in_force: boolean };
export type Administrator = Actor & { is_in_force: boolean };

/** Administrators who may decide requests at this moment, by name. */
export async function listDeciders(db: Db, now: Date): Promise<Administrator[]> {
  const found = await findAdministrators(db, sql<boolean>`true`, now);
  return found.filter((one) => one.is_in_force && mayDecide(one));
}

export const mayDecide = (administrator: Actor): boolean => isOpenTo(keyRequests.decide, administrator);

/** Those who are known by this mail address: in their settings, their invitation, or as their username. */
export const findByAddress = (db: Db, address: string, now: Date): Promise<Administrator[]> =>
  findAdministrators(
    db,
    sql<boolean>`lower(btrim(${address})) in (
      select lower(admin.username)
      union all select lower(btrim(mail_address)) from notification_settings where admin_id = admin.id
      union all select lower(btrim(mail_address)) from invitation where registered_as = admin.id)`,
    now,
  );

async function findAdministrators(db: Db, isOne: RawBuilder<boolean>, now: Date): Promise<Administrator[]> {
  const { rows } = await sql<Row>`
    select admin.id, admin.username, admin.role, ${functionsOf('admin')} as functions,
      ${isInForce('admin', now)} as is_in_force,
      case when scope.admin_id is not null
        then jsonb_build_object('departments', scope.departments, 'places', scope.places) end as scope
    from admin left join admin_scope as scope on scope.admin_id = admin.id
    where not admin.is_service and ${isOne} order by admin.username_folded`.execute(db);
  return rows.map((row) => ({
    ...row,
    functions: functionsWithin(row.scope, row.functions),
    acting: null,
    proof: { kind: 'command', id: row.id, name: requestsCommand, proved_at: now },
  }));
}
