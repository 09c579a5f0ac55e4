import { sql } from 'kysely';
import type { Db } from '#platform/deps';

/** A directory change set depends on the people of its source. */
export async function directoryBase(db: Db, sourceId: string): Promise<string> {
  const source = await db
    .selectFrom('iam_connection')
    .select('directory_version')
    .where('id', '=', sourceId)
    .executeTakeFirst();
  return `people ${source?.directory_version}`;
}

/**
 * A key-system change set depends on what is in force of the linked plans, the people of their sources, the mirror, where its cylinders stand as
 * far as the plans name places, and the connection's capabilities.
 */
export async function keySystemBase(db: Db, keySystemId: string): Promise<string> {
  const plans = await db
    .selectFrom('key_plan as plan')
    .innerJoin('key_plan_key_system as target', 'target.keyplan_id', 'plan.id')
    .select(['plan.id', 'plan.version_in_force'])
    .where('target.connection_id', '=', keySystemId)
    .orderBy('plan.id')
    .execute();
  const sources = await db
    .selectFrom('iam_connection as source')
    .innerJoin('key_plan_iam_connection as link', 'link.connection_id', 'source.id')
    .innerJoin('key_plan_key_system as target', 'target.keyplan_id', 'link.keyplan_id')
    .select(['source.id', 'source.directory_version'])
    .distinct()
    .where('target.connection_id', '=', keySystemId)
    .orderBy('source.id')
    .execute();
  const mirror = await db
    .selectFrom('key_system_connection')
    .select(['mirror_version', 'capabilities'])
    .where('id', '=', keySystemId)
    .executeTakeFirst();
  return [
    ...plans.map(({ id, version_in_force }) => `plan ${id} ${version_in_force}`),
    ...sources.map(({ id, directory_version }) => `people ${id} ${directory_version}`),
    `mirror ${mirror?.mirror_version}`,
    `places ${await digestOfPlaces(db, keySystemId)}`,
    `can ${[...(mirror?.capabilities ?? [])].sort().join(' ')}`,
  ].join('; ');
}

/** Changes when a door comes into or out of a place that a rule of a linked plan names. */
async function digestOfPlaces(db: Db, keySystemId: string): Promise<string> {
  const placed = sql`
    select (object ->> 'object_identifier')::uuid
    from key_plan_part as rule join key_plan_key_system as target on target.keyplan_id = rule.keyplan_id
    cross join jsonb_array_elements(rule.content -> 'objects') as object
    where target.connection_id = ${keySystemId} and rule.until is null and rule.kind = 'rule'
      and object ->> 'object_type' = 'location'`;
  const { rows } = await sql<{ digest: string }>`
    with recursive below as (
      select here.id, here.id as placed from location as here where here.id in (${placed})
      union all select next.id, below.placed from location as next join below on next.parent_id = below.id)
    select md5(coalesce(string_agg(below.placed || ' ' || cylinder.id, ',' order by below.placed, cylinder.id), '')) as digest
    from below join cylinder on cylinder.location_id = below.id
    where cylinder.connection_id = ${keySystemId}`.execute(db);
  return rows[0]?.digest ?? '';
}
