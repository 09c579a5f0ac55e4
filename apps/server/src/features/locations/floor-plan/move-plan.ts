import { sql } from 'kysely';
import type { Tx } from '#platform/deps';

/** A plan and pins of a place that goes come to the one that takes its part, unless that has its own. */
export async function moveFloorPlan(tx: Tx, { from, into }: { from: string; into: string }): Promise<void> {
  // A plan of the target that was removed makes room; its version goes on.
  await sql`
    with removed as (
      delete from floor_plan where location_id = ${into} and picture is null
        and exists (select from floor_plan as other where other.location_id = ${from} and other.picture is not null)
      returning version)
    update floor_plan set version = greatest(version, (select version from removed)) + 1
    where location_id = ${from}`.execute(tx);
  await sql`
    update floor_plan set location_id = ${into}
    where location_id = ${from} and picture is not null
      and not exists (select from floor_plan as own where own.location_id = ${into})`.execute(tx);
  await sql`
    update floor_plan_pin as pin set place_id = ${into}
    where place_id = ${from} and location_id <> ${into} and not exists (
      select from floor_plan_pin as own where own.location_id = pin.location_id and own.place_id = ${into})`.execute(
    tx,
  );
  await sql`delete from floor_plan_pin where location_id = ${into} and place_id = ${into}`.execute(tx);
}
