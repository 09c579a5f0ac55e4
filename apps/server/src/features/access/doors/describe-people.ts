import type { DoorPerson } from '@key2xs/contract';
import type { AccessDescriptions } from '#platform/access-descriptions';

/** What the lists show of a person whatever they may open, and since when nothing of them has changed. */
export type PersonRow = Omit<DoorPerson, 'doors' | 'open_now' | 'reasons' | 'recorded' | 'since'> & {
  unchanged_since: Date | null;
};

/** In the order of the ids; without those who have been deleted. */
export async function describePeople(
  { people, identitySources, keptSince }: Pick<AccessDescriptions, 'people' | 'identitySources' | 'keptSince'>,
  ids: readonly string[],
): Promise<PersonRow[]> {
  const known = await people(ids);
  const names = await identitySources([...known.values()].map(({ connection_id }) => connection_id));
  const memoryBegan = await keptSince();
  return ids.flatMap((id) => {
    const person = known.get(id);
    const connection_name = names.get(person?.connection_id ?? '');
    if (!person || connection_name === undefined) return [];
    const { connection_id, employee_id, display_name, department, job_title, active, since } = person;
    const unchanged_since = new Date(Math.max(since, memoryBegan));
    return [
      { id, connection_id, connection_name, employee_id, display_name, department, job_title, active, unchanged_since },
    ];
  });
}
