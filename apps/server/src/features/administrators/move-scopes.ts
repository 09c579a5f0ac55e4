import { sql } from 'kysely';
import type { Scope, Tx } from '#platform/deps';

/** A scope that names another place, for the audit event of the call that led to it. */
type MovedScope = { admin_id: string; before: Scope; after: Scope };

/** Every scope with one place has another instead; its administrator's rights follow with the next request. */
export async function moveScopesOfPlace(
  tx: Tx,
  { from, into }: { from: string; into: string },
): Promise<readonly MovedScope[]> {
  const { rows } = await sql<MovedScope>`
    with held as (select admin_id, departments, places from admin_scope where ${from}::uuid = any(places) for update),
    moved as (
      update admin_scope as scope
      set places = (select array_agg(distinct place order by place)
        from unnest(array_replace(held.places, ${from}::uuid, ${into}::uuid)) as given(place))
      from held where held.admin_id = scope.admin_id
      returning scope.admin_id,
        jsonb_build_object('departments', held.departments, 'places', held.places) as before,
        jsonb_build_object('departments', scope.departments, 'places', scope.places) as after),
    counted as (update admin set version = version + 1 where id in (select admin_id from moved))
    select * from moved order by admin_id`.execute(tx);
  return rows;
}
