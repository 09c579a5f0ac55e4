import { sql } from 'kysely';
import type { Actor, Caller, Db, Deps } from '../deps';

const newAccountMs = 24 * 3_600_000;

/**
 * Whether one person may be behind the caller and one of the others. A new account stands for its inviter too, who could
 * have registered it; a service account for each super admin, who could have made a token for it.
 */
export async function isOnePerson(
  db: Db,
  { deps, caller }: { deps: Pick<Deps, 'clock'>; caller: Caller },
  others: readonly string[],
): Promise<boolean> {
  if (!caller.actor) return false;
  if (await isOfService(db, caller.actor, others)) return true;
  const since = new Date(deps.clock().getTime() - newAccountMs);
  const { rows } = await sql<{ id: string }>`
    with recursive behind as (
      select account, account as id from unnest(${[caller.actor.id, ...others]}::uuid[]) as account
      union
      select behind.account, admin.invited_by from behind
      join admin on admin.id = behind.id and admin.invited_by is not null and admin.created_at > ${since}
    )
    select other.id from behind as own join behind as other on other.id = own.id
    where own.account = ${caller.actor.id} and other.account = any(${[...others]}::uuid[]) limit 1`.execute(db);
  return rows.length > 0;
}

async function isOfService(db: Db, { id, role }: Actor, others: readonly string[]): Promise<boolean> {
  if (others.length === 0) return false;
  const doubtful = role === 'superadmin' ? [id, ...others] : [id];
  const { rows } = await sql`
    select from admin where id = any(${doubtful}::uuid[]) and is_service limit 1`.execute(db);
  return rows.length > 0;
}
