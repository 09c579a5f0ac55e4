import type { RuleObject, RuleSubject } from '@key2xs/contract';
import {
  type AccessIndex,
  byPlanAndRule,
  candidateRows,
  type IndexedRule,
  indexRowsFrom,
  matchesRow,
} from '../indexing/access-index';
import { type Bits, hasBit, listBits, setBit, wordAt, wordsFor } from '../indexing/bits';
import { objectKey, reach } from '../indexing/doors';
import { subjectKey } from '../indexing/match-subjects';
import { peopleInRow, separatePeople } from '../indexing/people';
import type { SubjectCondition } from './planned-edit';

/** A request that people with all of certain subjects get or lose doors by a plan. */
export type EditRequest = {
  planId: string;
  grant: boolean;
  who: readonly (readonly RuleSubject[])[];
  objects: readonly RuleObject[];
};

/** Requested people with the same subjects: a row of the matrix. */
export type Clause = {
  subjects: readonly RuleSubject[];
  /** By `subjectKey`, sorted. */
  keys: readonly string[];
  /** Non-empty rows of the index. */
  rows: Bits;
};

export type ResolvedObject = { object: RuleObject; doors: Bits };

/** A request resolved to rows, doors and rules of the index. */
export type ResolvedRequest = {
  index: AccessIndex;
  planId: string;
  sources: readonly string[];
  clauses: readonly Clause[];
  objects: readonly ResolvedObject[];
  /** All requested people, as non-empty rows, and all requested doors. */
  rows: Bits;
  doors: Bits;
  /** Granting rules of the plan, by id. */
  rules: readonly IndexedRule[];
};

/** Resolves a request. Changes the index: people named by the request get separate rows. */
export function resolveRequest(index: AccessIndex, { planId, who, objects }: EditRequest): ResolvedRequest {
  separateNamedPeople(index, who.flat());
  const sources = index.plans.get(planId)?.iam_connection_ids ?? [];
  const clauses = distinct(
    who.map((subjects) => clauseOf(index, sources, subjects)),
    ({ keys }) => keys.join(' & '),
  );
  const named = distinct(objects, objectKey).map((object) => ({ object, doors: doorsOfObject(index, object) }));
  return {
    index,
    planId,
    sources,
    clauses,
    objects: named,
    rows: union(
      clauses.map(({ rows }) => rows),
      wordsFor(index.people.rows.length),
    ),
    doors: union(
      named.map(({ doors }) => doors),
      wordsFor(index.doors.ids.length),
    ),
    rules: index.rules
      .filter((rule, n) => rule?.plan.id === planId && hasBit(index.granting, n))
      .flatMap((rule) => rule ?? [])
      .sort(byPlanAndRule),
  };
}

function separateNamedPeople(index: AccessIndex, subjects: readonly RuleSubject[]): void {
  const rows = index.people.rows.length;
  const ids = subjects.filter(({ subject_type }) => subject_type === 'user').map((one) => one.subject_identifier);
  separatePeople(index.people, ids);
  indexRowsFrom(index, rows);
}

function clauseOf(index: AccessIndex, sources: readonly string[], all: readonly RuleSubject[]): Clause {
  const subjects = distinct(all, subjectKey);
  const keys = subjects.map(subjectKey).sort();
  return { subjects, keys, rows: rowsMatching({ index, sources }, { subjects, subject_match: 'all' }) };
}

/** The non-empty rows that a rule of the plan with these subjects would match. */
export function rowsMatching(
  { index: { people }, sources }: Pick<ResolvedRequest, 'index' | 'sources'>,
  { subjects, subject_match }: SubjectCondition,
): Bits {
  const matcher = {
    rule: { subject_match },
    plan: { iam_connection_ids: [...sources] },
    subjectKeys: subjects.map(subjectKey),
  };
  const rows = new Int32Array(wordsFor(people.rows.length));
  for (const row of candidateRows(people, matcher)) {
    if (row > 0 && !hasBit(rows, row) && matchesRow(matcher, people.rows[row]) && peopleInRow(people, row).length > 0)
      setBit(rows, row);
  }
  return rows;
}

/** The non-empty rows of a rule. */
export function rowsOfRule({ people }: AccessIndex, rule: IndexedRule): Bits {
  const rows = new Int32Array(wordsFor(people.rows.length));
  for (const row of listBits(rule.rows)) if (row > 0 && peopleInRow(people, row).length > 0) setBit(rows, row);
  return rows;
}

export function doorsOfObject({ doors }: AccessIndex, object: RuleObject): Bits {
  const cylinders = new Int32Array(wordsFor(doors.ids.length));
  reach(doors, object, cylinders);
  return cylinders;
}

export const isEmpty = (bits: Bits): boolean => bits.every((word) => word === 0);

export function haveCommon(a: Bits, b: Bits): boolean {
  for (let i = 0; i < a.length; i++) if ((wordAt(a, i) & wordAt(b, i)) !== 0) return true;
  return false;
}

/** Set difference. */
export const without = (bits: Bits, others: Bits): Bits => bits.map((word, i) => word & ~wordAt(others, i));

export const isWithin = (inner: Bits, outer: Bits): boolean =>
  inner.every((word, i) => (word & ~wordAt(outer, i)) === 0);

export function union(sets: readonly Bits[], words: number): Bits {
  const all = new Int32Array(words);
  for (const set of sets) for (let i = 0; i < words; i++) all[i] = wordAt(all, i) | wordAt(set, i);
  return all;
}

/** The first item of each key. */
export function distinct<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  const byKey = new Map<string, T>();
  for (const item of items) if (!byKey.has(keyOf(item))) byKey.set(keyOf(item), item);
  return [...byKey.values()];
}
