import type { ForeignProfiles, Openers } from '@key2xs/contract';
import { type AccessIndex, cylindersOf, hasBit, withinDates } from '@key2xs/domain';
import type { Deps } from '#platform/deps';
import { notFound } from '#platform/errors';
import { type Reader, sees } from '#platform/visible-to';
import { getGroup } from '../../cylinders/service';
import { describeOpeners, listForeignProfiles, listOpeners } from '../../recorded/service';
import { isRecord } from '../queries';
import { listDoorIds, locateDoors } from './asked-doors';
import { findRecordedOnly } from './recorded-only';
import { refuseAsked, refuseOutside } from './refuse-asked';

type Question = { of: 'cylinder' | 'group' | 'location'; id: string; limit: number };

const eventsForMs = 90 * 86_400_000;

/**
 * Who can open doors that no plan lets them open: by what key systems have recorded, foreign records too, and, of one door, by
 * the keys that have opened it lately.
 * @throws AppError not_found
 */
export async function listCanOpen(
  deps: Pick<Deps, 'access' | 'clock' | 'db'>,
  reader: Reader,
  { limit, ...asked }: Question,
): Promise<Openers> {
  if (!sees(reader.viewer, 'access')) throw notFound('record');
  await refuseOutside(reader, asked);
  const { index } = await deps.access.current(reader);
  if (asked.of === 'group') await getGroup(reader, asked.id);
  else if (!locateDoors(index, asked)) await refuseAsked(reader, asked, { at: '', as_of: 'now' });
  const doors = listDoorIds(index, asked);
  if (doors.length === 0) return { layer: 'recorded', total: 0, items: [] };
  const people = [...(await findRecordedOnly(deps, reader, asked)).keys()];
  const since = new Date(deps.clock().getTime() - eventsForMs);
  const found = await listOpeners(reader, { doors, since, people });
  const mayOpen = permission((await deps.access.current(reader)).index, deps.clock().getTime());
  const others = found.filter(({ person_id, doors }) => !person_id || !doors.every((door) => mayOpen(person_id, door)));
  const items = await describeOpeners(reader, { openers: others.slice(0, limit), doors, since });
  return { layer: 'recorded', total: others.length, items };
}

/**
 * What a person can open by profiles of others, beside what plans let them open.
 * @throws AppError not_found
 */
export async function listForeignProfilesOf(
  deps: Pick<Deps, 'access' | 'clock' | 'db'>,
  reader: Reader,
  person: string,
): Promise<ForeignProfiles> {
  if (!sees(reader.viewer, 'access') || !(await isRecord(reader, 'person', person))) throw notFound('person');
  const profiles = await listForeignProfiles(reader, person);
  if (profiles.length === 0) return { layer: 'recorded', items: [] };
  const mayOpen = permission((await deps.access.current(reader)).index, deps.clock().getTime());
  const items = profiles.map(({ doors, ...profile }) => ({
    ...profile,
    doors: doors.length,
    beyond: doors.filter((door) => !mayOpen(person, door)).length,
  }));
  return { layer: 'recorded', items };
}

/** Whether plans let a person open a door, at this moment or within their hours. */
function permission(whole: AccessIndex, epochMs: number) {
  const index = withinDates(whole, epochMs);
  return (person: string, door: string): boolean => {
    const number = index.people.numberOf.get(person);
    return number !== undefined && hasBit(cylindersOf(index, number), index.doors.numberOf.get(door) ?? -1);
  };
}
