import type { AccessIndex } from './access-index';
import { setBit, wordAt, wordsFor } from './bits';
import { copyAccess } from './copy-access';
import { removeDoor } from './doors';
import { dropPerson } from './patch-access';
import { rulesOf } from './rule-sets';

/** Ids of those that may be seen; undefined: all. */
export type VisibleIds = { people: ReadonlySet<string> | undefined; doors: ReadonlySet<string> | undefined };

/**
 * The same index as if there were no other people and doors, for whoever may see only these. Whatever is counted, paged or
 * compared by it leaves the others out. Plans, rules and places stay whole. Cost: a copy, and people + doors + rules × doors / 32.
 */
export function restrictAccess(index: AccessIndex, { people, doors }: VisibleIds): AccessIndex {
  const restricted = copyAccess(index);
  if (people) for (const id of index.people.numberOf.keys()) if (!people.has(id)) dropPerson(restricted, id);
  if (doors) removeOtherDoors(restricted, doors);
  restricted.people.numbering = Symbol('numbering'); // what is kept of the whole holds for the whole alone
  return restricted;
}

function removeOtherDoors(index: AccessIndex, seen: ReadonlySet<string>): void {
  const kept = new Int32Array(wordsFor(index.doors.ids.length));
  for (const [number, id] of index.doors.ids.entries()) {
    if (seen.has(id)) setBit(kept, number);
    else {
      removeDoor(index.doors, number);
      rulesOf(index.rulesOfCylinder, number).fill(0);
    }
  }
  for (const rule of index.rules) {
    if (rule)
      for (let i = 0; i < rule.cylinders.length; i++) rule.cylinders[i] = wordAt(rule.cylinders, i) & wordAt(kept, i);
  }
  index.changes++;
}

/** Whether a cylinder is in an index; its number stays when it is taken out. */
export const hasDoor = ({ doors }: AccessIndex, id: string): boolean =>
  doors.facts[doors.numberOf.get(id) ?? -1] !== undefined;
