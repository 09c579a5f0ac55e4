import { matrixSide, type TimeRestriction } from '@key2xs/contract';
import { isValidAt } from '../hours/weekly-hours';
import type { AccessIndex, IndexedRule } from '../indexing/access-index';
import { type Bits, forEachBit, hasBit, wordAt } from '../indexing/bits';
import { peopleInRow } from '../indexing/people';

/** A source of access: a rule as it is on these sides, or a recorded profile. */
export type MatrixGrant = {
  /** Null for a recorded profile. */
  rule_id: string | null;
  name: string;
  keyplan_id: string | null;
  /** Bits of `matrixSide`. */
  sides: number;
  /** Empty for always. */
  windows: readonly TimeRestriction[];
  /** ISO-8601; null if it has begun. */
  begins: string | null;
};

/** A profile recorded by a key system. People and doors by their numbers in the index. */
export type RecordedGrant = Omit<MatrixGrant, 'begins'> & {
  people: ArrayLike<number>;
  /** With bits of `matrixVia`. */
  doors: ReadonlyMap<number, number>;
};

/** A rule as a grant, with its index. */
export type GrantOfRule = { grant: MatrixGrant; indexed: IndexedRule; index: AccessIndex };

export type GrantsOfRules = {
  grants: GrantOfRule[];
  /** Rule number in the index of a side → grant. */
  before: ReadonlyMap<number, number>;
  after: ReadonlyMap<number, number>;
  /** When the dates of a window next begin or end. */
  until: number;
};

type GrantsRequest = { before: AccessIndex; after: AccessIndex; planId: string; doors: Bits; epochMs: number };

/** The granting rules of the plan on either side, listed once if equal on both; then relevant rules of other plans. */
export function grantsOfRules({ before, after, planId, doors, epochMs }: GrantsRequest): GrantsOfRules {
  const dates = datesAt(epochMs);
  const found: GrantsOfRules & { before: Map<number, number>; after: Map<number, number> } = {
    grants: [],
    before: new Map(),
    after: new Map(),
    until: Number.POSITIVE_INFINITY,
  };
  const add = (index: AccessIndex, indexed: IndexedRule, sides: number): number => {
    const { id: rule_id, name, keyplan_id, time_restrictions: windows } = indexed.rule;
    const grant = { rule_id, name, keyplan_id, sides, windows, begins: dates.begins(windows) };
    return found.grants.push({ grant, indexed, index }) - 1;
  };
  const granting = (index: AccessIndex, isMeant: (rule: IndexedRule) => boolean) =>
    [...index.rules.entries()].flatMap(([number, rule]) =>
      rule && hasBit(index.granting, number) && isMeant(rule) && !dates.isOver(rule) ? [{ number, rule }] : [],
    );
  const isOfPlan = ({ plan }: IndexedRule) => plan.id === planId;
  for (const { number, rule } of granting(before, isOfPlan)) {
    found.before.set(number, add(before, rule, matrixSide.from));
  }
  const byId = new Map(found.grants.map(({ grant }, i) => [grant.rule_id, i]));
  for (const { number, rule } of granting(after, isOfPlan)) {
    const known = byId.get(rule.rule.id);
    const same = known === undefined ? undefined : found.grants[known];
    if (known === undefined || !same || !areEqualRules(same.indexed, rule)) {
      found.after.set(number, add(after, rule, matrixSide.to));
      continue;
    }
    found.grants[known] = { ...same, grant: { ...same.grant, name: rule.rule.name, sides: bothSides } };
    found.after.set(number, known);
  }
  const isElsewhere = (rule: IndexedRule) =>
    !isOfPlan(rule) && haveCommon(rule.cylinders, doors) && matchesAnyone(before, rule, planId);
  for (const { number, rule } of granting(before, isElsewhere)) {
    found.before.set(number, add(before, rule, matrixSide.elsewhere));
  }
  found.until = dates.until();
  return found;
}

const bothSides = matrixSide.from | matrixSide.to;

/** Whether a rule is equal on both sides except for its name; the matched people follow from its subjects. */
function areEqualRules(a: IndexedRule, b: IndexedRule): boolean {
  if (a.rule === b.rule && a.cylinders.every((word, i) => word === wordAt(b.cylinders, i))) return true;
  const contentOf = ({ rule: { subject_match, subjects, objects, time_restrictions } }: IndexedRule) =>
    JSON.stringify([subject_match, subjects, objects, time_restrictions]);
  return contentOf(a) === contentOf(b) && a.cylinders.every((word, i) => word === wordAt(b.cylinders, i));
}

function haveCommon(a: Bits, b: Bits): boolean {
  return a.some((word, i) => (word & wordAt(b, i)) !== 0);
}

function matchesAnyone(index: AccessIndex, { rows }: IndexedRule, planId: string): boolean {
  const sources = index.plans.get(planId)?.iam_connection_ids ?? [];
  let isAny = false;
  forEachBit(rows, (row) => {
    isAny ||=
      sources.includes(index.people.rows[row]?.connection_id ?? '') && peopleInRow(index.people, row).length > 0;
  });
  return isAny;
}

/** Evaluates the dates of windows at a moment, and records until when the results hold. */
function datesAt(epochMs: number) {
  let until = Number.POSITIVE_INFINITY;
  const msOf = (date: string | null) => (date === null ? Number.NaN : Date.parse(date));
  const isOver = ({ rule: { time_restrictions: windows } }: IndexedRule): boolean => {
    for (const { valid_from, valid_until } of windows) {
      for (const at of [msOf(valid_from), msOf(valid_until)]) if (at > epochMs) until = Math.min(until, at);
    }
    return windows.length > 0 && windows.every(({ valid_until }) => msOf(valid_until) <= epochMs);
  };
  const begins = (windows: readonly TimeRestriction[]): string | null => {
    if (windows.length === 0 || windows.some((window) => isValidAt(window, epochMs))) return null;
    const coming = windows.map(({ valid_from }) => msOf(valid_from)).filter((at) => at > epochMs);
    return coming.length === 0 ? null : new Date(Math.min(...coming)).toISOString();
  };
  return { isOver, begins, until: () => until };
}
