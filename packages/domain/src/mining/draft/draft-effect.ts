import { peopleOfSubjects } from '../../access/answers/people-of-subjects';
import type { RuleFacts } from '../../access/indexing/access-facts';
import type { AccessIndex } from '../../access/indexing/access-index';
import { type Bits, countBits, forEachBit, setBit, wordAt, wordsFor } from '../../access/indexing/bits';
import { addToDelta, emptyDelta } from '../../access/totals/access-delta';
import type { PlanDelta } from '../../access/totals/plan-delta';
import { type AccessRelation, rowOf } from '../access-relation';

/** A rule as it would be written, with the ids of all cylinders that it opens. */
export type DraftedRule = Pick<RuleFacts, 'subject_match' | 'subjects'> & { cylinder_ids: readonly string[] };

type Draft = {
  /** What was read, with the ids of its people and cylinders. */
  read: AccessRelation;
  people: readonly string[];
  cylinders: readonly string[];
  rules: readonly DraftedRule[];
  iam_connection_ids: readonly string[];
};

export type DraftEffect = {
  delta: PlanDelta;
  /** Rights that were read of people or at cylinders that the index does not have: no rule can give them. */
  unknown: number;
};

/**
 * What a plan alone would give instead of the access that was read, as its rules match the people of the index. In numbers of the
 * index. Yields often. Cost: O(rights + people × cylinders / 32).
 */
export function* draftEffect(index: AccessIndex, draft: Draft): Generator<undefined, DraftEffect> {
  const { before, unknown } = readBits(index, draft);
  yield;
  const after = new Map<number, Bits>();
  for (const { cylinder_ids, ...subjects } of draft.rules) {
    const opened = numbersOf(index.doors.numberOf, cylinder_ids);
    const matched = peopleOfSubjects(index, { ...subjects, iam_connection_ids: draft.iam_connection_ids });
    for (const person of matched) addAll(index, after, { person, opened });
    yield;
  }
  return { delta: yield* compare(index, before, after), unknown };
}

function readBits(index: AccessIndex, { read, people, cylinders }: Draft) {
  const doorOf = cylinders.map((id) => index.doors.numberOf.get(id) ?? -1);
  const before = new Map<number, Bits>();
  let unknown = 0;
  for (const [at, id] of people.entries()) {
    const person = index.people.numberOf.get(id);
    const doors = [...rowOf(read, at)].map((cylinder) => doorOf[cylinder] ?? -1);
    const opened = doors.filter((door) => door >= 0 && person !== undefined);
    unknown += doors.length - opened.length;
    if (person !== undefined && opened.length > 0) addAll(index, before, { person, opened });
  }
  return { before, unknown };
}

const numbersOf = (numberOf: ReadonlyMap<string, number>, ids: readonly string[]): number[] =>
  ids.flatMap((id) => numberOf.get(id) ?? []);

function addAll(
  { doors }: AccessIndex,
  sets: Map<number, Bits>,
  { person, opened }: { person: number; opened: readonly number[] },
): void {
  const bits = sets.get(person) ?? new Int32Array(wordsFor(doors.ids.length));
  sets.set(person, bits);
  for (const door of opened) setBit(bits, door);
}

type Sets = ReadonlyMap<number, Bits>;

function* compare({ doors }: AccessIndex, before: Sets, after: Sets): Generator<undefined, PlanDelta> {
  const nothing = new Int32Array(wordsFor(doors.ids.length));
  const delta: PlanDelta = {
    ...emptyDelta(),
    changes: [],
    gainedAt: new Int32Array(doors.ids.length),
    lostAt: new Int32Array(doors.ids.length),
    byRule: new Map(),
    reachedBefore: before.size,
    longestList: { before: 0, after: 0 },
    conflicts: { before: 0, after: 0 },
  };
  const groups = new Map<string, { persons: number[]; gained: Bits; lost: Bits }>();
  for (const person of [...new Set([...before.keys(), ...after.keys()])].sort((a, b) => a - b)) {
    const [old, next] = [before.get(person) ?? nothing, after.get(person) ?? nothing];
    const gained = next.map((word, i) => word & ~wordAt(old, i));
    const lost = old.map((word, i) => word & ~wordAt(next, i));
    const counts = { gained: countBits(gained), lost: countBits(lost), otherHours: 0 };
    if (counts.gained + counts.lost === 0) continue;
    addToDelta(delta, 1, counts);
    forEachBit(gained, (door) => increment(delta.gainedAt, door));
    forEachBit(lost, (door) => increment(delta.lostAt, door));
    delta.longestList.before = Math.max(delta.longestList.before, countBits(old));
    delta.longestList.after = Math.max(delta.longestList.after, countBits(next));
    const key = `${gained.join()} ${lost.join()}`;
    const group = groups.get(key) ?? { persons: [], gained, lost };
    groups.set(key, group);
    group.persons.push(person);
    yield;
  }
  for (const group of groups.values()) {
    delta.changes.push({ ...group, doorsGained: countBits(group.gained), doorsLost: countBits(group.lost) });
  }
  return delta;
}

function increment(counts: Int32Array, at: number): void {
  counts[at] = (counts[at] ?? 0) + 1;
}
