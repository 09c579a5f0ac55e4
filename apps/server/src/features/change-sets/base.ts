import type { Db } from '#platform/deps';
import type { ChangeSetRow } from './queries';

type Origin = Pick<ChangeSetRow, 'kind' | 'iam_connection_id' | 'key_system_connection_id'>;

/**
 * Fingerprint of what a change set is computed from. When it differs at the time of applying, what a person has seen
 * is no longer what would happen.
 * A directory change set stands on the people of its source; one for a key system on the plans linked to it, on the
 * people those plans speak of, on the mirror, and on what the connection can do.
 */
export async function baseOf(db: Db, { kind, iam_connection_id, key_system_connection_id }: Origin): Promise<string> {
  if (kind === 'directory') {
    const source = await db
      .selectFrom('iam_connection')
      .select('directory_version')
      .where('id', '=', iam_connection_id)
      .executeTakeFirst();
    return `people ${source?.directory_version}`;
  }
  const plans = await db
    .selectFrom('key_plan as plan')
    .innerJoin('key_plan_key_system as target', 'target.keyplan_id', 'plan.id')
    .select(['plan.id', 'plan.version'])
    .where('target.connection_id', '=', key_system_connection_id)
    .orderBy('plan.id')
    .execute();
  const sources = await db
    .selectFrom('iam_connection as source')
    .innerJoin('key_plan_iam_connection as link', 'link.connection_id', 'source.id')
    .innerJoin('key_plan_key_system as target', 'target.keyplan_id', 'link.keyplan_id')
    .select(['source.id', 'source.directory_version'])
    .distinct()
    .where('target.connection_id', '=', key_system_connection_id)
    .orderBy('source.id')
    .execute();
  const mirror = await db
    .selectFrom('key_system_connection')
    .select(['mirror_version', 'capabilities'])
    .where('id', '=', key_system_connection_id)
    .executeTakeFirst();
  return [
    ...plans.map(({ id, version }) => `plan ${id} ${version}`),
    ...sources.map(({ id, directory_version }) => `people ${id} ${directory_version}`),
    `mirror ${mirror?.mirror_version}`,
    `can ${[...(mirror?.capabilities ?? [])].sort().join(' ')}`,
  ].join('; ');
}
