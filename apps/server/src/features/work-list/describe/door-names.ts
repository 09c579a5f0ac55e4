import type { Selectable } from 'kysely';
import type { Db } from '#platform/deps';
import { cylinderWords, shownName } from '#platform/door-names';
import type { Schema } from '#platform/schema/schema';

/** Display names by the key system's ids. */
export type DoorNames = { cylinder(externalId: string): string; group(externalId: string): string };

type Item = Pick<Selectable<Schema['change_set_item']>, 'kind' | 'before' | 'write'>;

const listIn = (fields: Record<string, unknown> | null, field: string): string[] => {
  const value = fields?.[field];
  return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [];
};

const idsIn = (items: readonly Item[], field: string): string[] => [
  ...new Set(items.flatMap(({ before, write }) => [...listIn(before, field), ...listIn(write, field)])),
];

/** Names of the doors in profile changes, deleted ones included. A door never read keeps its id. */
export async function loadDoorNames(db: Db, connectionId: string, items: readonly Item[]): Promise<DoorNames> {
  const profiles = items.filter(({ kind }) => kind === 'profile_put');
  const [cylinderIds, groupIds] = [idsIn(profiles, 'cylinders'), idsIn(profiles, 'cylinder_groups')];
  const cylinders = await db
    .selectFrom('cylinder')
    .select(['external_id', cylinderWords('cylinder').as('words')])
    .where('connection_id', '=', connectionId)
    .where('external_id', '=', (q) => q.fn.any(q.val(cylinderIds)))
    .execute();
  const groups = await db
    .selectFrom('cylinder_group')
    .select(['external_id', shownName('cylinder_group').as('name')])
    .where('connection_id', '=', connectionId)
    .where('external_id', '=', (q) => q.fn.any(q.val(groupIds)))
    .execute();
  const cylinderNames = new Map(cylinders.map(({ external_id, words }) => [external_id, words]));
  const groupNames = new Map(groups.map(({ external_id, name }) => [external_id, name]));
  return { cylinder: (id) => cylinderNames.get(id) ?? id, group: (id) => groupNames.get(id) ?? id };
}
