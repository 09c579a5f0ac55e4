import type { AccessIndex } from './access-index';
import { setBit, wordAt, wordsFor } from './bits';
import { copyAccess } from './copy-access';
import { removeDoor } from './doors';
import { dropPerson } from './patch-access';
import { rulesOf } from './rule-sets';

/** Ids of visible people and doors; undefined for all. */
export type VisibleIds = { people: ReadonlySet<string> | undefined; doors: ReadonlySet<string> | undefined };

/**
 * A copy of the index without other people and doors, for a reader who may see only these: counts, pages and comparisons
 * leave the others out. Plans, rules and places stay complete. Cost: a copy, and people + doors + rules × doors / 32.
 */
export function restrictAccess(index: AccessIndex, { people, doors }: VisibleIds): AccessIndex {
  const restricted = copyAccess(index);
  if (people) for (const id of index.people.numberOf.keys()) if (!people.has(id)) dropPerson(restricted, id);
  if (doors) removeOtherDoors(restricted, doors);
  restricted.people.numbering = Symbol('numbering'); // results cached for the whole index are not valid here
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

/** Whether a cylinder is in an index; a removed one keeps its number. */
export const hasDoor = ({ doors }: AccessIndex, id: string): boolean =>
  doors.facts[doors.numberOf.get(id) ?? -1] !== undefined;
