import type { RecordedKey } from '../../../key-system-driver';
import type { DomainLists, Right } from './lists';
import type { System } from './system';

/** Whether rights are written into the key; else the cylinders list the key. */
export const carriesRights = ({ key_type }: Pick<RecordedKey, 'key_type'>): boolean =>
  key_type === 'dynamic' || key_type === 'connect';

/** Whether a key keeps the time, and so can have times. */
export const hasClock = ({ key_type }: Pick<RecordedKey, 'key_type'>): boolean => key_type !== 'normal';

type Recorded = Pick<DomainLists, 'persons' | 'memberships'>;

/** The rights that are recorded for a key: those of the profiles of its active holder, and its own. */
export function recordedRights({ persons, memberships }: Recorded, key: RecordedKey): Right[] {
  const holder = persons.get(key.holder_identity ?? '');
  const profiles = holder?.active ? memberships.of(holder) : [];
  return [...profiles.map(rightOf), ...ownRight(key)];
}

export const rightOf = ({ cylinders, cylinder_groups, schedule }: Right): Right => ({
  cylinders,
  cylinder_groups,
  schedule,
});

export function ownRight({ access }: Pick<RecordedKey, 'access'>): Right[] {
  if (!access || access.cylinders.length + access.cylinder_groups.length === 0) return [];
  return [{ cylinders: [...access.cylinders], cylinder_groups: [...access.cylinder_groups], schedule: [] }];
}

/** The limit of the generation of keys that the sandbox invents. */
const accessListLimit = 800;

/** A key as it is listed: with the size of its access list, and when what its next update writes last changed. */
export function presentKey(domain: DomainLists, key: RecordedKey): RecordedKey {
  if (!carriesRights(key)) return key;
  const rights = recordedRights(domain, key);
  const used = new Set(rights.flatMap(({ cylinders, cylinder_groups }) => [...cylinders, ...cylinder_groups])).size;
  return { ...key, access_list: { used, limit: accessListLimit }, changed_at: changedAt(domain, key) };
}

function changedAt({ persons, memberships, rightsChanges }: DomainLists, key: RecordedKey): string | null {
  const holder = persons.get(key.holder_identity ?? '');
  if (!holder) return key.changed_at;
  const sources = [holder.identity, ...memberships.of(holder).map(({ identity }) => identity)];
  const changes = sources.flatMap((of) => rightsChanges.get(of)?.at ?? []);
  return [...changes, ...(key.changed_at === null ? [] : [key.changed_at])].sort().at(-1) ?? null;
}

/** Of persons or profiles, by identity. */
export function noteRightsChange(
  { clock }: Pick<System, 'clock'>,
  { rightsChanges }: Pick<DomainLists, 'rightsChanges'>,
  identities: readonly string[],
): void {
  const at = clock.now().toISOString();
  for (const of of identities) rightsChanges.put({ of, at });
}
