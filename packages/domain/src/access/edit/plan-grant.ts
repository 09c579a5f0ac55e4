import { type RuleObject, type RuleSubject, ruleLimits, type TimeRestriction } from '@key2xs/contract';
import { classifyHours, type HoursClasses } from '../hours/hours-classes';
import type { IndexedRule } from '../indexing/access-index';
import { type Bits, countBits, hasBit, listBits, unite, wordsFor } from '../indexing/bits';
import { objectKey } from '../indexing/doors';
import { subjectKey } from '../indexing/match-subjects';
import { peopleInRow } from '../indexing/people';
import type { PlannedEdit, PlannedWay } from './planned-edit';
import {
  type Clause,
  distinct,
  haveCommon,
  isEmpty,
  isWithin,
  type ResolvedObject,
  type ResolvedRequest,
  rowsOfRule,
  union,
  without,
} from './resolve-request';
import { wholeOf } from './split-objects';

/** Requested people and doors, each lacking at least one right. */
type Gap = { clauses: readonly Clause[]; objects: readonly ResolvedObject[] };

/**
 * Ways to let all requested people open all requested doors, best first. Only the last one may give doors to other people: it
 * widens a rule that matches more people.
 */
export function* planGrant(resolved: ResolvedRequest): Generator<undefined, PlannedWay[]> {
  const gaps = yield* findGaps(resolved);
  if (gaps.length === 0) return [];
  const rules = prepareRules(resolved);
  const whole: Gap = {
    clauses: distinct(
      gaps.flatMap(({ clauses }) => clauses),
      ({ keys }) => keys.join(' & '),
    ),
    objects: distinct(
      gaps.flatMap(({ objects }) => objects),
      ({ object }) => objectKey(object),
    ),
  };
  yield;
  const ways = [
    closeGap(resolved, rules, whole, { own: 'together', joins: true }),
    closeGap(resolved, rules, whole, { own: 'each', joins: true }),
    gaps.flatMap((gap) => closeGap(resolved, rules, gap, { own: 'together', joins: true })),
    closeGap(resolved, rules, whole, { joins: true }),
    closeGap(resolved, rules, whole, {}),
  ];
  const exact = ways.sort((a, b) => a.length - b.length).map((edits) => ({ edits, isExact: true }));
  const widening = widenRule(resolved, rules, whole);
  return widening ? [...exact, { edits: [widening], isExact: false }] : exact;
}

/** Missing rights; people who lack the same doors share a gap. */
function* findGaps({ index, clauses, objects, doors, rules }: ResolvedRequest): Generator<undefined, Gap[]> {
  const gaps = new Map<string, { clauses: Clause[]; objects: readonly ResolvedObject[] }>();
  for (const clause of clauses) {
    const missing = new Int32Array(wordsFor(index.doors.ids.length));
    for (const row of listBits(clause.rows)) {
      const open = new Int32Array(missing.length);
      for (const rule of rules) if (hasBit(rule.rows, row)) unite(open, rule.cylinders);
      unite(missing, without(doors, open));
    }
    yield;
    const wanted = objects.filter((object) => haveCommon(object.doors, missing));
    if (wanted.length === 0) continue;
    const key = wanted.map(({ object }) => objectKey(object)).join();
    const gap = gaps.get(key) ?? { clauses: [], objects: wanted };
    gap.clauses.push(clause);
    gaps.set(key, gap);
  }
  return [...gaps.values()];
}

type Rules = {
  /** Rules that may be extended, by their subjects in sorted order. */
  bySubjects: ReadonlyMap<string, readonly IndexedRule[]>;
  open: readonly IndexedRule[];
  hours: HoursClasses;
  /** The hours that rules give to people, each with one such rule. */
  hoursOf: (clauses: readonly Clause[]) => ReadonlyMap<number, IndexedRule>;
};

/** A rule with dates expires, so it must not carry permanent grants. */
const isForGood = ({ rule }: IndexedRule): boolean => rule.time_restrictions.every(isUndated);
const isUndated = ({ valid_from, valid_until }: TimeRestriction) => valid_from === null && valid_until === null;

function prepareRules({ rules }: ResolvedRequest): Rules {
  const bySubjects = new Map<string, IndexedRule[]>();
  const open = rules.filter(isForGood);
  for (const rule of open) {
    const keys = [...new Set(rule.subjectKeys)].sort();
    const key = keys.length > 1 && rule.rule.subject_match === 'all' ? allOf(keys) : anyOf(keys);
    const known = bySubjects.get(key);
    if (known) known.push(rule);
    else bySubjects.set(key, [rule]);
  }
  // Widest first: it most likely contains these doors already.
  for (const same of bySubjects.values()) same.sort((a, b) => countBits(b.cylinders) - countBits(a.cylinders));
  const hours = classifyHours(rules);
  const known = new Map<Clause, ReadonlyMap<number, IndexedRule>>();
  const hoursOfOne = (clause: Clause) => {
    const found = known.get(clause) ?? hoursOfPeople(rules, clause.rows, hours);
    known.set(clause, found);
    return found;
  };
  const hoursOf = (clauses: readonly Clause[]) => new Map(clauses.flatMap((clause) => [...hoursOfOne(clause)]));
  return { bySubjects, open, hours, hoursOf };
}

const allOf = (keys: readonly string[]) => `all ${keys.join(' & ')}`;
const anyOf = (keys: readonly string[]) => `any ${keys.join(' & ')}`;

type Way = {
  /** Extend rules that match exactly these people, as a whole or one by one. */
  own?: 'together' | 'each';
  /** Add people to a rule that opens exactly these doors. */
  joins?: boolean;
};

function closeGap(resolved: ResolvedRequest, rules: Rules, { clauses, objects }: Gap, way: Way): PlannedEdit[] {
  const doors = union(
    objects.map((one) => one.doors),
    wordsFor(resolved.index.doors.ids.length),
  );
  const whole = objects.length > 1 ? wholeOf(resolved.index, doors) : undefined;
  const named = whole ? [whole] : objects.map(({ object }) => object);
  const single = clauses.filter(({ keys }) => keys.length === 1);
  const several = clauses.filter(({ keys }) => keys.length > 1);
  const edits: PlannedEdit[] = [];
  const rest: Clause[] = [];
  const extend = (part: readonly Clause[], key: string): boolean => {
    const rule = way.own && rules.bySubjects.get(key)?.find((one) => hasRoom(one, named));
    if (rule) edits.push(withObjects(rule, named));
    else rest.push(...part);
    return rule !== undefined;
  };
  if (way.own === 'each') for (const clause of single) extend([clause], anyOf(clause.keys));
  else if (single.length > 0) extend(single, anyOf(single.flatMap(({ keys }) => keys).sort()));
  const joining = rest.splice(0);
  for (const clause of several) extend([clause], allOf(clause.keys));
  const target = way.joins && joining.length > 0 ? ruleToJoin(rules, { clauses: joining, doors }) : undefined;
  if (target) edits.push(withSubjects(target, subjectsOf(joining)));
  else if (joining.length > 0) edits.push(newRule(rules, { clauses: joining, match: 'any', named }));
  for (const clause of rest) edits.push(newRule(rules, { clauses: [clause], match: 'all', named }));
  return edits;
}

const subjectsOf = (clauses: readonly Clause[]): RuleSubject[] =>
  distinct(
    clauses.flatMap(({ subjects }) => subjects),
    subjectKey,
  );

const hasRoom = ({ objects }: IndexedRule, more: readonly RuleObject[]): boolean =>
  new Set([...objects.keys(), ...more.map(objectKey)]).size <= ruleLimits.objects;

const withObjects = ({ rule, objects }: IndexedRule, more: readonly RuleObject[]): PlannedEdit => ({
  kind: 'change_rule',
  rule_id: rule.id,
  rule: { objects: distinct([...objects.values(), ...more], objectKey) },
});

const withSubjects = ({ rule }: IndexedRule, more: readonly RuleSubject[]): PlannedEdit => ({
  kind: 'change_rule',
  rule_id: rule.id,
  rule: { subjects: distinct([...rule.subjects, ...more], subjectKey), subject_match: 'any' },
});

/** A rule that opens exactly these doors, and whose hours do not conflict with the other hours of these people. */
function ruleToJoin(
  { open, hours, hoursOf }: Rules,
  { clauses, doors }: { clauses: readonly Clause[]; doors: Bits },
): IndexedRule | undefined {
  const theirs = hoursOf(clauses);
  const isFit = (one: IndexedRule) =>
    (one.rule.subject_match === 'any' || one.subjectKeys.length === 1) &&
    one.rule.subjects.length + clauses.length <= ruleLimits.subjects &&
    isWithin(doors, one.cylinders) &&
    isWithin(one.cylinders, doors) &&
    [...theirs.keys()].every((known) => known === hours.classOf(one));
  return open.find(isFit);
}

function hoursOfPeople(rules: readonly IndexedRule[], rows: Bits, { classOf }: HoursClasses): Map<number, IndexedRule> {
  const found = new Map<number, IndexedRule>();
  for (const rule of rules) if (haveCommon(rows, rule.rows)) found.set(classOf(rule), rule);
  return found;
}

/** A key holds one schedule, so a new rule takes the hours of the people's other rules if those are all the same. */
function newRule(
  { hoursOf }: Rules,
  { clauses, match, named }: { clauses: readonly Clause[]; match: 'any' | 'all'; named: readonly RuleObject[] },
): PlannedEdit {
  const [one, another] = hoursOf(clauses).values();
  const time_restrictions = one && !another && isForGood(one) ? one.rule.time_restrictions : [];
  const subjects = subjectsOf(clauses);
  return { kind: 'add_rule', rule: { subjects, subject_match: match, objects: named, time_restrictions } };
}

/** Adds the doors to the rule that matches all requested people and the fewest others. */
function widenRule({ index }: ResolvedRequest, { open }: Rules, { clauses, objects }: Gap): PlannedEdit | undefined {
  const named = objects.map(({ object }) => object);
  const rows = union(
    clauses.map((clause) => clause.rows),
    wordsFor(index.people.rows.length),
  );
  const others = open
    .map((one) => ({ one, spoken: rowsOfRule(index, one) }))
    .filter(({ one, spoken }) => isWithin(rows, spoken) && hasRoom(one, named))
    .map(({ one, spoken }) => ({ one, beside: without(spoken, rows) }))
    .filter(({ beside }) => !isEmpty(beside))
    .map(({ one, beside }) => ({
      one,
      people: [...listBits(beside)].reduce((sum, row) => sum + peopleInRow(index.people, row).length, 0),
    }))
    .sort((a, b) => a.people - b.people);
  return others[0] && withObjects(others[0].one, named);
}
