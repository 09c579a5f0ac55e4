import type { RuleObject, RuleSubject } from '@key2xs/contract';
import {
  type AccessIndex,
  byPlanAndRule,
  candidateRows,
  type IndexedRule,
  indexRowsFrom,
  matchesRow,
} from '../access-index';
import { type Bits, hasBit, listBits, setBit, wordAt, wordsFor } from '../bits';
import { objectKey, reach } from '../doors';
import { subjectKey } from '../match-subjects';
import { peopleInRow, separatePeople } from '../people';
import type { SubjectCondition } from './planned-edit';

/** Everybody of whom all of the subjects are true is to open doors by a plan, or no longer. */
export type EditRequest = {
  planId: string;
  grant: boolean;
  who: readonly (readonly RuleSubject[])[];
  objects: readonly RuleObject[];
};

/** People asked about who are described by the same words: a row of the matrix. */
export type Clause = {
  subjects: readonly RuleSubject[];
  /** By `subjectKey`, sorted. */
  keys: readonly string[];
  /** Rows of the index with people in them. */
  rows: Bits;
};

export type ResolvedObject = { object: RuleObject; doors: Bits };

/** A request in terms of the index. */
export type ResolvedRequest = {
  index: AccessIndex;
  planId: string;
  sources: readonly string[];
  clauses: readonly Clause[];
  objects: readonly ResolvedObject[];
  /** All people asked about, as rows with people in them, and all doors. */
  rows: Bits;
  doors: Bits;
  /** Rules of the plan that grant, by id. */
  rules: readonly IndexedRule[];
};

/** Whom and what is asked about. People whom the request names get rows of their own, so the index changes. */
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

/** The rows with people in them of whom a rule of the plan would speak that has these subjects. */
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

/** Those of a rule's rows that have people in them. */
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

/** What is in one set and not in another. */
export const without = (bits: Bits, others: Bits): Bits => bits.map((word, i) => word & ~wordAt(others, i));

export const isWithin = (inner: Bits, outer: Bits): boolean =>
  inner.every((word, i) => (word & ~wordAt(outer, i)) === 0);

export function union(sets: readonly Bits[], words: number): Bits {
  const all = new Int32Array(words);
  for (const set of sets) for (let i = 0; i < words; i++) all[i] = wordAt(all, i) | wordAt(set, i);
  return all;
}

/** Each once, the first of those with one key. */
export function distinct<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  const byKey = new Map<string, T>();
  for (const item of items) if (!byKey.has(keyOf(item))) byKey.set(keyOf(item), item);
  return [...byKey.values()];
}
