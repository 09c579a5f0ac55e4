import { type GuardInput, type KeySystemDelta, type KeySystemItem, workSignature } from '@key2xs/domain';
import { largestGroups, type Summary } from '../change-sets/service';

/** The people who lose doors and where from, and how many people have doors. */
export type Losing = {
  measured: Pick<KeySystemDelta, 'peopleBefore' | 'peopleAfter'>;
  losing: readonly { person_id: string; department: string | null }[];
};

/**
 * Counts for the guard the people who lose doors. A person whose removals are all on the work list already has passed it
 * before, unless a profile loses doors, which is never work of a person's own.
 * @param listed signatures of the removals on the work list
 */
export function removalCounter(listed: ReadonlySet<string>) {
  const newPeople = new Set<string>();
  const listedPeople = new Set<string>();
  let isNarrowed = false;
  return {
    add(item: KeySystemItem): void {
      const isListed = listed.has(workSignature(item));
      if (item.kind === 'profile_put') isNarrowed ||= losesDoors(item);
      if (item.kind === 'member_remove' || item.kind === 'person_deactivate') {
        (isListed ? listedPeople : newPeople).add(item.write.person_reference);
      }
    },
    guard({ measured, losing }: Losing): Pick<Summary, 'tally' | 'largest_removals'> {
      const isKnown = (person: string) => !isNarrowed && listedPeople.has(person) && !newPeople.has(person);
      const newly = losing.filter(({ person_id }) => !isKnown(person_id));
      const done = losing.length - newly.length;
      const tally: GuardInput = {
        before: measured.peopleBefore - done,
        listed: measured.peopleAfter,
        removals: newly.length,
        rows: 0,
        problems: 0,
      };
      return { tally, largest_removals: largestGroups(newly.map(({ department }) => department)) };
    },
  };
}

/** Whether a profile loses doors. The work list has no removal for those. */
const losesDoors = ({ before, after }: KeySystemItem): boolean =>
  (['cylinders', 'cylinder_groups'] as const).some((field) => {
    const left = new Set(listIn(after, field));
    return listIn(before, field).some((id) => !left.has(id));
  });

const listIn = (fields: KeySystemItem['before'], field: string): unknown[] => {
  const value = fields?.[field];
  return Array.isArray(value) ? value : [];
};
