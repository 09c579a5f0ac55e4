import { type RuleSubject, ruleLimits, type SubjectType } from '@key2xs/contract';
import type { IndexedRule } from '../indexing/access-index';
import { type Bits, listBits } from '../indexing/bits';
import { subjectKey } from '../indexing/match-subjects';
import { peopleInRows } from '../indexing/people';
import type { SubjectCondition } from './planned-edit';
import {
  haveCommon,
  isEmpty,
  isWithin,
  type ResolvedRequest,
  rowsMatching,
  rowsOfRule,
  union,
  without,
} from './resolve-request';

/** How to describe the people of a rule who were not requested, as subjects of one or several rules. */
export type Others = {
  /** Subjects that the rule may keep; none if it requires all of its subjects. */
  kept: readonly RuleSubject[];
  /** All others, by titles, departments or groups that the requested people do not have. */
  byClass: SubjectCondition[] | undefined;
  /** All others, one by one. */
  byName: SubjectCondition[] | undefined;
  /** Number of others not matched by the kept subjects. */
  people: number;
};

/** An administrator would not make more rules than this by hand. */
const maxClasses = 12;

/** Undefined if there are no others. */
export function distinguishOthers(resolved: ResolvedRequest, rule: IndexedRule): Others | undefined {
  const { index, rows } = resolved;
  const { subjects, subject_match } = rule.rule;
  const isAny = subject_match === 'any' || subjects.length === 1;
  const matched = rowsOfRule(index, rule);
  const kept = isAny
    ? subjects.filter((one) => !haveCommon(rowsOfOne(resolved, one), rows) && !isRequested(resolved, one))
    : [];
  const keptRows = union(
    kept.map((one) => rowsOfOne(resolved, one)),
    rows.length,
  );
  const left = without(without(matched, rows), keptRows);
  if (isEmpty(left))
    return kept.length > 0 ? { kept, byClass: conditionOf(kept), byName: undefined, people: 0 } : undefined;
  const bases = isAny ? subjects.filter((one) => !kept.includes(one)).map((one) => [one]) : [subjects];
  const classes = bases.map((base) => splitByClass(resolved, base, left));
  const split = classes.every((one) => one !== undefined) ? classes.flat() : undefined;
  const byClass = split && split.length <= maxClasses ? [...conditionOf(kept), ...split] : undefined;
  return { kept, byClass, byName: listByName(resolved, kept, left), people: peopleInRows(index.people, left).length };
}

const rowsOfOne = (resolved: ResolvedRequest, subject: RuleSubject): Bits =>
  rowsMatching(resolved, { subjects: [subject], subject_match: 'any' });

/** Also true if no person has that subject at present. */
const isRequested = ({ clauses }: ResolvedRequest, subject: RuleSubject): boolean =>
  clauses.some(({ keys }) => keys.length === 1 && keys[0] === subjectKey(subject));

const conditionOf = (subjects: readonly RuleSubject[]): SubjectCondition[] =>
  subjects.length > 0 ? [{ subjects, subject_match: 'any' }] : [];

/** Splits the remaining people with these subjects by one more subject that no requested person has. */
function splitByClass(
  resolved: ResolvedRequest,
  base: readonly RuleSubject[],
  left: Bits,
): SubjectCondition[] | undefined {
  const wanted = intersect(rowsMatching(resolved, { subjects: base, subject_match: 'all' }), left);
  if (isEmpty(wanted)) return [];
  for (const type of ['job_title', 'department', 'group'] as const) {
    const found = classesOf(resolved, wanted, type)
      .map((one): SubjectCondition => ({ subjects: [...base, one], subject_match: 'all' }))
      .map((speech) => ({ speech, rows: rowsMatching(resolved, speech) }))
      .filter(({ rows }) => !haveCommon(rows, resolved.rows));
    if (found.length > maxClasses) continue;
    if (
      isWithin(
        wanted,
        union(
          found.map(({ rows }) => rows),
          wanted.length,
        ),
      )
    )
      return found.map(({ speech }) => speech);
  }
  return undefined;
}

/** The titles, departments or groups of people, as the index spells them. */
function classesOf({ index }: ResolvedRequest, rows: Bits, type: SubjectType): RuleSubject[] {
  const keys = [...listBits(rows)].flatMap((row) => index.people.rows[row]?.keys ?? []);
  const values = new Set(keys.filter((key) => key.startsWith(`${type}:`)).map((key) => key.slice(type.length + 1)));
  return [...values].sort().map((subject_identifier) => ({ subject_type: type, subject_identifier }));
}

function listByName(
  { index }: ResolvedRequest,
  kept: readonly RuleSubject[],
  left: Bits,
): SubjectCondition[] | undefined {
  const people = peopleInRows(index.people, left);
  if (people.length + kept.length > ruleLimits.subjects) return undefined;
  const named = [...people].map(
    (n): RuleSubject => ({ subject_type: 'user', subject_identifier: index.people.ids[n] ?? '' }),
  );
  return conditionOf([...kept, ...named]);
}

const intersect = (a: Bits, b: Bits): Bits => a.map((word, i) => word & (b[i] ?? 0));
