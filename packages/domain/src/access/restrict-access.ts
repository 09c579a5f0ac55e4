import type { AccessIndex } from './access-index';
import { copyAccess } from './copy-access';
import { dropCylinder, dropPerson } from './patch-access';

/** Ids of those that may be seen; undefined: all. */
export type Seen = { people: ReadonlySet<string> | undefined; doors: ReadonlySet<string> | undefined };

/**
 * The same index as if there were no other people and doors, for whoever may see only these. Whatever is counted, paged or
 * compared by it leaves the others out. Plans, rules and places stay whole.
 */
export function restrictAccess(index: AccessIndex, { people, doors }: Seen): AccessIndex {
  const restricted = copyAccess(index);
  if (people) for (const id of index.people.numberOf.keys()) if (!people.has(id)) dropPerson(restricted, id);
  if (doors) for (const id of index.doors.numberOf.keys()) if (!doors.has(id)) dropCylinder(restricted, id);
  restricted.people.numbering = Symbol('numbering'); // what is kept of the whole holds for the whole alone
  return restricted;
}

/** Whether a cylinder is in an index; its number stays when it is taken out. */
export const hasDoor = ({ doors }: AccessIndex, id: string): boolean =>
  doors.facts[doors.numberOf.get(id) ?? -1] !== undefined;
