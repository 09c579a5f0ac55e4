import type { RuleObject } from '@key2xs/contract';
import type { AccessIndex, IndexedRule } from '../indexing/access-index';
import { type Bits, forEachBit, hasBit, listBits, setBit, unite, wordAt, wordsFor } from '../indexing/bits';
import { reach } from '../indexing/doors';
import { type GrantOfRule, grantsOfRules, type MatrixGrant, type RecordedGrant } from './matrix-grants';
import { classifyPeople, type PeopleClass } from './matrix-people';
import { type NumberedLists, numberedLists } from './numbered-lists';

export type PlanSides = {
  /** Two states of the same index: one is a copy of the other with edits of the plan. */
  before: AccessIndex;
  after: AccessIndex;
  planId: string;
};

export type MatrixFactors = {
  grants: MatrixGrant[];
  /** By number of the person; -1 if not of the plan's sources, or inactive. */
  classOfPerson: Int32Array;
  peopleClasses: PeopleClass[];
  /** By number of the cylinder; -1 if not in the matrix. */
  classOfDoor: Int32Array;
  /** Grants that include the doors of a class, ascending, with bits of `matrixVia`. */
  doorClasses: [grant: number, via: number][][];
  /** When the dates of a window next begin or end, in milliseconds since 1970; Infinity for never. */
  until: number;
};

/** The doors of a plan's matrix, as bits: the linked ones, and those of its rules on either side. */
export function doorsOfMatrix({ before, after, planId }: PlanSides, linked: Iterable<number>): Bits {
  const doors = new Int32Array(wordsFor(after.doors.ids.length));
  for (const door of linked) setBit(doors, door);
  for (const { rules } of [before, after]) {
    for (const rule of rules) if (rule?.plan.id === planId && rule.rule.is_active) unite(doors, rule.cylinders);
  }
  return doors;
}

type MatrixRequest = PlanSides & { doors: Bits; recorded: readonly RecordedGrant[]; epochMs: number };

/**
 * Factors access into classes: people of one class have the same grants, doors of one class are in the same grants. A person
 * may open a door on a side if their classes share a grant of that side. Rules whose dates are over grant nothing.
 * Yields often: other work may run between two steps, as long as neither index changes.
 * Cost: O(people), and for each grant its doors.
 */
export function* matrixFactors(question: MatrixRequest): Generator<undefined, MatrixFactors> {
  const { recorded } = question;
  const rules = grantsOfRules(question);
  const grants = [...rules.grants.map(({ grant }) => grant), ...recorded.map(asGrant)];
  const grantsOfDoors = yield* listGrantsOfDoors(question, rules.grants);
  const people = yield* classifyPeople(question, rules);
  const doors = yield* classifyDoors(question.doors, grantsOfDoors);
  return { grants, ...doors, ...people, until: rules.until };
}

const asGrant = ({ people: _, doors: __, ...grant }: RecordedGrant): MatrixGrant => ({ ...grant, begins: null });

/** For each door, the list of grants that include it, with bits of `matrixVia`. */
function* listGrantsOfDoors({ doors, recorded }: MatrixRequest, ofRules: readonly GrantOfRule[]) {
  const lists = numberedLists((ofRules.length + recorded.length) * viaLimit);
  const listOf = new Int32Array(doors.length * 32);
  const name = (door: number, grant: number, via: number) => {
    if (hasBit(doors, door)) listOf[door] = lists.longer(wordAt(listOf, door), grant * viaLimit + via);
  };
  for (const [grant, { indexed, index }] of ofRules.entries()) {
    const via = viasOf(index, indexed);
    forEachBit(indexed.cylinders, (door) => name(door, grant, via(door)));
    yield;
  }
  for (const [i, profile] of recorded.entries()) {
    for (const [door, via] of profile.doors) name(door, ofRules.length + i, via);
    yield;
  }
  return { lists, listOf };
}

/** Exceeds every combination of `viaBit`. */
const viaLimit = 16;

const viaBit: Record<RuleObject['object_type'], number> = {
  cylinder: 1,
  cylinder_group: 2,
  location: 4,
  access_profile: 8,
};

/** By which kinds of objects a rule reaches each door. */
function viasOf({ doors }: AccessIndex, { objects }: IndexedRule): (door: number) => number {
  const reached = new Map<number, Bits>();
  for (const object of objects.values()) {
    const bit = viaBit[object.object_type];
    const cylinders = reached.get(bit) ?? new Int32Array(wordsFor(doors.ids.length));
    reached.set(bit, cylinders);
    reach(doors, object, cylinders);
  }
  const [only] = reached.keys();
  if (reached.size === 1 && only) return () => only;
  return (door) => [...reached].reduce((bits, [bit, cylinders]) => bits | (hasBit(cylinders, door) ? bit : 0), 0);
}

type DoorGrants = { lists: NumberedLists; listOf: Int32Array };

function* classifyDoors(doors: Bits, { lists, listOf }: DoorGrants) {
  const classOfDoor = new Int32Array(doors.length * 32).fill(-1);
  const numbers = new Map<number, number>();
  const doorClasses: [number, number][][] = [];
  for (const [i, door] of listBits(doors).entries()) {
    if (i % 256 === 0) yield;
    const list = wordAt(listOf, door);
    const number = numbers.get(list) ?? doorClasses.push(lists.elementsOf(list).map(toGrantVia)) - 1;
    numbers.set(list, number);
    classOfDoor[door] = number;
  }
  return { classOfDoor, doorClasses };
}

const toGrantVia = (element: number): [number, number] => [Math.floor(element / viaLimit), element % viaLimit];
