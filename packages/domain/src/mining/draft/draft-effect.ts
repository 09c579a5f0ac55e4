import { peopleOfSubjects } from '../../access/answers/people-of-subjects';
import type { RuleFacts } from '../../access/indexing/access-facts';
import type { AccessIndex } from '../../access/indexing/access-index';
import { type Bits, countBits, forEachBit, wordAt, wordsFor } from '../../access/indexing/bits';
import { addToDelta, emptyDelta } from '../../access/totals/access-delta';
import type { PlanDelta } from '../../access/totals/plan-delta';
import { type AccessRelation, rowOf } from '../access-relation';
import type { RightHours } from '../hours/right-hours';
import { ScheduleTable } from '../hours/schedule-table';
import { AccessSide } from './access-side';

/** A rule as it would be written, with the ids of all cylinders that it opens. */
export type DraftedRule = Pick<RuleFacts, 'subject_match' | 'subjects' | 'time_restrictions'> & {
  cylinder_ids: readonly string[];
};

type Draft = {
  /** What was read, with the ids of its people and cylinders. */
  read: AccessRelation;
  /** When the rights that were read hold; null: always. */
  hours: RightHours | null;
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
  const table = new ScheduleTable();
  const before = new AccessSide(index.doors.ids.length, table);
  const unknown = addRead(before, index, draft);
  yield;
  const after = new AccessSide(index.doors.ids.length, table);
  for (const { cylinder_ids, time_restrictions, ...subjects } of draft.rules) {
    const opened = cylinder_ids.flatMap((id) => index.doors.numberOf.get(id) ?? []);
    const hours = table.numberOf(time_restrictions);
    const matched = peopleOfSubjects(index, { ...subjects, iam_connection_ids: draft.iam_connection_ids });
    if (hours !== undefined) for (const person of matched) after.add(person, opened, hours);
    yield;
  }
  return { delta: yield* compare(index, before, after), unknown };
}

/** @returns how many rights the index does not know */
function addRead(side: AccessSide, index: AccessIndex, { read, hours, people, cylinders }: Draft): number {
  const doorOf = cylinders.map((id) => index.doors.numberOf.get(id) ?? -1);
  const numberOf = hours?.schedules.map((windows) => side.table.numberOf(windows) ?? 0);
  let unknown = 0;
  for (const [at, id] of people.entries()) {
    const person = index.people.numberOf.get(id);
    const first = read.start[at] ?? 0;
    for (const [n, cylinder] of rowOf(read, at).entries()) {
      const door = doorOf[cylinder] ?? -1;
      if (person === undefined || door < 0) unknown++;
      else side.add(person, [door], numberOf?.[hours?.of[first + n] ?? 0] ?? 0);
    }
  }
  return unknown;
}

function* compare({ doors }: AccessIndex, before: AccessSide, after: AccessSide): Generator<undefined, PlanDelta> {
  const nothing = new Int32Array(wordsFor(doors.ids.length));
  const delta: PlanDelta = {
    ...emptyDelta(),
    changes: [],
    gainedAt: new Int32Array(doors.ids.length),
    lostAt: new Int32Array(doors.ids.length),
    byRule: new Map(),
    reachedBefore: before.doors.size,
    longestList: { before: 0, after: 0 },
    conflicts: { before: before.countMixed(), after: after.countMixed() },
  };
  const groups = new Map<string, { persons: number[]; gained: Bits; lost: Bits }>();
  for (const person of [...new Set([...before.doors.keys(), ...after.doors.keys()])].sort((a, b) => a - b)) {
    const [old, next] = [before.doors.get(person) ?? nothing, after.doors.get(person) ?? nothing];
    const gained = next.map((word, i) => word & ~wordAt(old, i));
    const lost = old.map((word, i) => word & ~wordAt(next, i));
    const otherHours = before.countOtherHours(after, person);
    const counts = { gained: countBits(gained), lost: countBits(lost), otherHours };
    addToDelta(delta, 1, counts);
    if (counts.gained + counts.lost === 0) continue;
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
