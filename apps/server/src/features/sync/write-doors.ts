import { measureKeySystem } from '@key2xs/domain';
import type { Deps } from '#platform/deps';
import { inSlices } from '#platform/in-slices';
import { type DoorsChange, saveEffect } from '../change-sets/service';
import type { KeySystem } from '../key-systems/service';
import type { settleDrift } from '../recorded/service';
import { loadPeopleNow, peopleExplainer } from './explain-people';
import type { Sides } from './load-sides';
import type { Recorded } from './mirror-recorded';
import { findLastApplied } from './queries';
import type { Losing } from './removal-counter';

type Computed = {
  sides: Sides;
  recorded: Recorded;
  drift: Awaited<ReturnType<typeof settleDrift>>;
  /** Employee numbers by our ids. */
  numbers: ReadonlyMap<string, string>;
  changeSetId: string;
};

/** Saves with the change set who gains and loses which doors, and why. */
export async function writeDoors(
  { db }: Deps,
  row: KeySystem,
  { sides, recorded, drift, numbers, changeSetId }: Computed,
) {
  const { desired, known, rules, doors } = sides;
  const measured = await inSlices(measureKeySystem({ desired, recorded, known }, doors));
  const since = await findLastApplied(db, row.id);
  const ids = measured.changes.flatMap(({ persons }) => [...persons]);
  const people = await loadPeopleNow(db, ids, since);
  const changedThere = new Set(drift.flatMap(({ person_reference }) => person_reference ?? []));
  const because = peopleExplainer({ rules, recorded, desired, changedThere, since });
  const names = namesThere(recorded);
  const named = (doors: readonly string[]) => doors.flatMap((door) => sides.cylinderIds.get(door) ?? []);
  const changes = measured.changes.map(
    (change): DoorsChange => ({
      gained: named(change.gained),
      lost: named(change.lost),
      other_hours: named(change.otherHours),
      people: change.persons.map((person_id) => {
        const person = people.get(person_id);
        return {
          person_id,
          label: person?.name ?? names.get(person_id) ?? person_id,
          reference: numbers.get(person_id) ?? person_id,
          department: person?.department ?? null,
          because: because(person, person_id, change),
        };
      }),
    }),
  );
  const effect = await saveEffect(db, changeSetId, { changes, peopleBefore: measured.peopleBefore });
  return { effect, measured, losing: losingOf(changes) };
}

const losingOf = (changes: readonly DoorsChange[]): Losing['losing'] =>
  changes.flatMap(({ lost, people }) => (lost.length > 0 ? people : []));

/** Recorded names of people who are no longer in a source. */
const namesThere = ({ persons }: Recorded) =>
  new Map(persons.map(({ reference, first_name, surname }) => [reference, `${first_name} ${surname}`.trim()]));
