import type { TimeRestriction } from '@key2xs/contract';
import { type AccessRelation, rowOf } from '../access-relation';
import type { DraftedGrant } from '../draft/draft-grants';
import { positionOf } from '../draft/right-positions';

/** When each right of a relation holds: `of` has numbers of schedules in the order of its list. Schedule 0 is always. */
export type RightHours = { schedules: TimeRestriction[][]; of: Int32Array };

/** When a person has a cylinder, by number of the schedule. What is no right yet has the hours of most who have the cylinder. */
export function hoursReader(read: AccessRelation, { of }: RightHours): (person: number, cylinder: number) => number {
  let usual: Int32Array | undefined;
  return (person, cylinder) => {
    const at = positionOf(read, person, cylinder);
    if (at >= 0) return of[at] ?? 0;
    usual ??= usualHours(read, of);
    return usual[cylinder] ?? 0;
  };
}

function usualHours(read: AccessRelation, of: Int32Array): Int32Array {
  const counts = Array.from({ length: read.cylinders }, () => new Map<number, number>());
  for (let person = 0; person < read.people; person++) {
    rowOf(read, person).forEach((cylinder, n) => {
      const hours = of[(read.start[person] ?? 0) + n] ?? 0;
      counts[cylinder]?.set(hours, (counts[cylinder].get(hours) ?? 0) + 1);
    });
  }
  return Int32Array.from(counts, (one) => {
    const [most] = [...one].sort(([a, first], [b, second]) => second - first || b - a);
    return most?.[0] ?? 0;
  });
}

/** A grant divided so that each part has the same hours for all of its people and cylinders. No right is in two parts. */
export function dividedByHours(
  { people, cylinders }: DraftedGrant,
  hoursOf: (person: number, cylinder: number) => number,
): (DraftedGrant & { hours: number })[] {
  const parts = new Map<string, { people: number[]; cylinders: number[]; hours: number }>();
  for (const cylinder of cylinders) {
    const byHours = new Map<number, number[]>();
    for (const person of people) {
      const hours = hoursOf(person, cylinder);
      const members = byHours.get(hours) ?? [];
      byHours.set(hours, members);
      members.push(person);
    }
    for (const [hours, members] of byHours) {
      const key = `${hours} ${members.join()}`;
      const part = parts.get(key) ?? { people: members, cylinders: [], hours };
      parts.set(key, part);
      part.cylinders.push(cylinder);
    }
  }
  return [...parts.values()].map(({ hours, ...part }) => ({
    people: Int32Array.from(part.people),
    cylinders: Int32Array.from(part.cylinders),
    hours,
  }));
}
