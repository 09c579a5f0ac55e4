import { keyListLengths } from '../answers/key-lists';
import { classifyHours, haveSameHours } from '../hours/hours-classes';
import type { AccessIndex, IndexedRule } from '../indexing/access-index';
import { type Bits, countBits, forEachBit, hasBit, unite, wordAt, wordsFor } from '../indexing/bits';
import { peopleInRow, peopleInRows } from '../indexing/people';
import { type AccessDelta, addToDelta, emptyDelta } from './access-delta';
import { type AccessChange, compareAccess } from './compare-access';

/** A change with the number of doors that each of its people gains and loses. */
export type CountedChange = AccessChange & { doorsGained: number; doorsLost: number };

/** What an edit of a plan does to access. */
export type PlanDelta = AccessDelta & {
  /** Who gains and loses which doors; people with the same change share an entry. */
  changes: CountedChange[];
  /** How many people gain and lose each cylinder, by its number. */
  gainedAt: Int32Array;
  lostAt: Int32Array;
  /** For each requested rule: how many people gain a door by it, and lose one that it gave. */
  byRule: Map<string, { gains: number; loses: number }>;
  /** People matched by a granting rule of the plan. */
  reachedBefore: number;
  /** Entries in the longest door list on a key of the people in `changes`, by all plans. */
  longestList: { before: number; after: number };
  /** People with different hours from rules of one plan. */
  conflicts: { before: number; after: number };
};

type Edit = {
  /** Two states of the same house; see `compareAccess`. */
  before: AccessIndex;
  after: AccessIndex;
  /** The rules that are added, changed or removed. */
  ruleIds: readonly string[];
  planId: string;
};

/** Measures an edit. Yields often: other work may run between two steps, as long as neither index changes. */
export function* measureEffect({ before, after, ruleIds, planId }: Edit): Generator<undefined, PlanDelta> {
  const doors = after.doors.ids.length;
  const effect: PlanDelta = {
    ...emptyDelta(),
    changes: [],
    gainedAt: new Int32Array(doors),
    lostAt: new Int32Array(doors),
    byRule: new Map(ruleIds.map((id) => [id, { gains: 0, loses: 0 }])),
    reachedBefore: 0,
    longestList: { before: 0, after: 0 },
    conflicts: { before: 0, after: 0 },
  };
  const rules = [...effect.byRule].map(([id, counts]) => ({
    counts,
    old: ruleOf(before, id),
    next: ruleOf(after, id),
  }));
  const lengths = [keyListLengths(before), keyListLengths(after)] as const;
  for (const change of compareAccess(before, after)) {
    addChange(effect, change);
    const [person = -1] = change.persons; // they all share one row before and one after
    const rows = { old: wordAt(before.people.rowOf, person), next: wordAt(after.people.rowOf, person) };
    const { longestList } = effect;
    longestList.before = Math.max(longestList.before, lengths[0](rows.old));
    longestList.after = Math.max(longestList.after, lengths[1](rows.next));
    for (const rule of rules) addToRule(rule, change, rows);
    yield;
  }
  effect.reachedBefore = countReached(before, planId);
  effect.peopleAtOtherHours = countWithOtherHours(before, after, rules);
  yield;
  effect.conflicts.before = countConflicts(before, planId);
  yield;
  effect.conflicts.after = countConflicts(after, planId);
  return effect;
}

/** The rule, if it grants. */
function ruleOf(index: AccessIndex, id: string): IndexedRule | undefined {
  const number = index.ruleNumberOf.get(id) ?? -1;
  return number >= 0 && hasBit(index.granting, number) ? index.rules[number] : undefined;
}

function addChange(effect: PlanDelta, change: AccessChange): void {
  const { persons, gained, lost } = change;
  const people = persons.length;
  const [more, fewer] = [countBits(gained), countBits(lost)];
  effect.changes.push({ ...change, doorsGained: more, doorsLost: fewer });
  addToDelta(effect, people, { gained: more, lost: fewer, otherHours: 0 }); // hours are counted by rule
  if (more > 0) forEachBit(gained, (door) => add(effect.gainedAt, door, people));
  if (fewer > 0) forEachBit(lost, (door) => add(effect.lostAt, door, people));
}

const add = (counts: Int32Array, i: number, n: number): void => {
  counts[i] = wordAt(counts, i) + n;
};

type RuleEdit = Pair & { counts: { gains: number; loses: number } };
type Rows = { old: number; next: number };

function addToRule({ counts, old, next }: RuleEdit, { persons, gained, lost }: AccessChange, rows: Rows): void {
  if (next && hasBit(next.rows, rows.next) && haveCommon(next.cylinders, gained)) counts.gains += persons.length;
  if (old && hasBit(old.rows, rows.old) && haveCommon(old.cylinders, lost)) counts.loses += persons.length;
}

function haveCommon(a: Bits, b: Bits): boolean {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) if ((wordAt(a, i) & wordAt(b, i)) !== 0) return true;
  return false;
}

type Pair = { old: IndexedRule | undefined; next: IndexedRule | undefined };

function countWithOtherHours(before: AccessIndex, after: AccessIndex, rules: readonly Pair[]): number {
  const found = new Set<number>();
  for (const { old, next } of rules) {
    if (!old || !next || !haveCommon(old.cylinders, next.cylinders)) continue;
    if (haveSameHours(old, next)) continue;
    const had = new Set(peopleInRows(before.people, old.rows));
    for (const person of peopleInRows(after.people, next.rows)) if (had.has(person)) found.add(person);
  }
  return found.size;
}

const grantingOf = (index: AccessIndex, planId: string): IndexedRule[] =>
  index.rules.flatMap((rule, n) => (rule?.plan.id === planId && hasBit(index.granting, n) ? [rule] : []));

function countReached(index: AccessIndex, planId: string): number {
  const rows = new Int32Array(wordsFor(index.people.rows.length));
  for (const rule of grantingOf(index, planId)) unite(rows, rule.rows);
  return peopleInRows(index.people, rows).length;
}

/** People who get different hours from granting rules of one plan. */
function countConflicts(index: AccessIndex, planId: string): number {
  const rules = grantingOf(index, planId);
  const { classOf } = classifyHours(rules);
  const kindOfRow = new Int32Array(index.people.rows.length).fill(-1);
  const conflicting = new Set<number>();
  for (const rule of rules) {
    const kind = classOf(rule);
    forEachBit(rule.rows, (row) => {
      if (kindOfRow[row] === -1) kindOfRow[row] = kind;
      else if (kindOfRow[row] !== kind) conflicting.add(row);
    });
  }
  return [...conflicting].reduce((sum, row) => sum + peopleInRow(index.people, row).length, 0);
}
