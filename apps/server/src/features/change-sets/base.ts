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
 * A key-system change set depends on the linked plans, the people of their sources, the mirror, and the connection's
 * capabilities.
 */
export async function keySystemBase(db: Db, keySystemId: string): Promise<string> {
  const plans = await db
    .selectFrom('key_plan as plan')
    .innerJoin('key_plan_key_system as target', 'target.keyplan_id', 'plan.id')
    .select(['plan.id', 'plan.version'])
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
    ...plans.map(({ id, version }) => `plan ${id} ${version}`),
    ...sources.map(({ id, directory_version }) => `people ${id} ${directory_version}`),
    `mirror ${mirror?.mirror_version}`,
    `can ${[...(mirror?.capabilities ?? [])].sort().join(' ')}`,
  ].join('; ');
}
