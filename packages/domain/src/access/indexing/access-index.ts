import type { RuleObject } from '@key2xs/contract';
import { runToEnd } from '../../run-to-end';
import { clockIn, type WallClock } from '../hours/wall-clock';
import { hoursOf, type RuleHours } from '../hours/weekly-hours';
import type { AccessFacts, PlanFacts, RuleFacts } from './access-facts';
import { type Bits, clearBit, forEachBit, hasBit, setBit, widened, wordsFor } from './bits';
import { addDoor, type Doors, emptyDoors, keysOfCylinder, objectKey, profileSets, reach, setPlace } from './doors';
import { subjectKey } from './match-subjects';
import { addPerson, emptyPeople, type People, separatePeople } from './people';
import { addRule, growMembers, growWords, type RuleSets, removeRule, ruleSets } from './rule-sets';

/** A rule, switched on or not, with the people it matches and the cylinders it names. */
export type IndexedRule = {
  rule: RuleFacts;
  plan: PlanFacts;
  hours: RuleHours;
  /** The plan's clock; a place with a time zone overrides it. */
  clock: WallClock;
  subjectKeys: readonly string[];
  /** Distinct, by `objectKey`. */
  objects: ReadonlyMap<string, RuleObject>;
  /** Numbers of the matching rows of people, and of the cylinders. */
  rows: Bits;
  cylinders: Bits;
};

/**
 * Answers who may open what: holds for each row of people and for each cylinder the set of rules that apply to it.
 * A person may open a door when the two sets share a granting rule.
 */
export type AccessIndex = {
  people: People;
  doors: Doors;
  plans: Map<string, PlanFacts>;
  /** By number; the number of a removed rule is reused. */
  rules: (IndexedRule | undefined)[];
  ruleNumberOf: Map<string, number>;
  /** Rules that are switched on in a plan that is. */
  granting: Bits;
  /** Rules without windows. */
  always: Bits;
  rulesOfRow: RuleSets;
  rulesOfCylinder: RuleSets;
  /** Incremented when rules or the cylinders they name change; until then, existing rows keep their rules. */
  changes: number;
};

/**
 * Indexes all plans together.
 *
 * Cost: O(people + cylinders + objects of the rules); about rules × (rows + cylinders) / 4 bytes, where a row is a set of people
 * with equal source, department, title and groups. Changes are patched in (`patch-access.ts`).
 */
export function indexAccess(facts: AccessFacts): AccessIndex {
  return runToEnd(indexing(facts));
}

/** The same in steps of one person, cylinder or rule, so that other work can run in between. */
export function* indexing(facts: AccessFacts): Generator<undefined, AccessIndex> {
  const rules = [...facts.rules];
  const people = emptyPeople(new Set(rules.flatMap(idsOfNamedPeople)));
  for (const person of facts.people) {
    addPerson(people, person);
    yield;
  }
  const doors = emptyDoors();
  for (const place of facts.locations) setPlace(doors, place.id, place);
  for (const profile of facts.profiles) doors.profiles.set(profile.id, profileSets(profile));
  for (const cylinder of facts.cylinders) {
    addDoor(doors, cylinder);
    yield;
  }
  const plans = new Map([...facts.plans].map((plan) => [plan.id, plan]));
  const words = wordsFor(rules.length) + 1; // room for new rules
  const index: AccessIndex = {
    people,
    doors,
    plans,
    rules: [],
    ruleNumberOf: new Map(),
    granting: new Int32Array(words),
    always: new Int32Array(words),
    rulesOfRow: ruleSets(people.rows.length + 32, words),
    rulesOfCylinder: ruleSets(doors.ids.length + 32, words),
    changes: 0,
  };
  for (const rule of rules) {
    putRule(index, rule);
    yield;
  }
  return index;
}

/** The granting rules, by plan and rule id. */
export function grantingRules({ rules, granting }: AccessIndex): IndexedRule[] {
  const found = rules.flatMap((rule, number) => (rule && hasBit(granting, number) ? [rule] : []));
  return found.sort(byPlanAndRule);
}

export const byPlanAndRule = (a: IndexedRule, b: IndexedRule): number =>
  compareIds(a.plan.id, b.plan.id) || compareIds(a.rule.id, b.rule.id);

/** Byte by byte, as everywhere. */
export const compareIds = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const idsOfNamedPeople = ({ subjects }: RuleFacts): string[] =>
  subjects.filter((subject) => subject.subject_type === 'user').map((subject) => subject.subject_identifier);

/** Adds or replaces a rule; removes it if its plan is unknown. */
export function putRule(index: AccessIndex, rule: RuleFacts): void {
  dropRule(index, rule.id);
  index.changes++;
  const plan = index.plans.get(rule.keyplan_id);
  if (!plan) return;
  const rowsBefore = index.people.rows.length;
  separatePeople(index.people, idsOfNamedPeople(rule));
  indexRowsFrom(index, rowsBefore);
  const number = freeNumber(index);
  const indexed = indexRule(index, rule, plan);
  index.rules[number] = indexed;
  index.ruleNumberOf.set(rule.id, number);
  if (rule.is_active && plan.is_active) setBit(index.granting, number);
  if (!indexed.hours) setBit(index.always, number);
  forEachBit(indexed.rows, (row) => addRule(index.rulesOfRow, row, number));
  forEachBit(indexed.cylinders, (door) => addRule(index.rulesOfCylinder, door, number));
}

export function dropRule(index: AccessIndex, id: string): void {
  const number = index.ruleNumberOf.get(id);
  const indexed = number === undefined ? undefined : index.rules[number];
  if (number === undefined || !indexed) return;
  index.changes++;
  forEachBit(indexed.rows, (row) => removeRule(index.rulesOfRow, row, number));
  forEachBit(indexed.cylinders, (door) => removeRule(index.rulesOfCylinder, door, number));
  clearBit(index.granting, number);
  clearBit(index.always, number);
  index.rules[number] = undefined;
  index.ruleNumberOf.delete(id);
}

/** Adds the rows from `first` on to the rules that match them. */
export function indexRowsFrom({ people, rules, rulesOfRow }: AccessIndex, first: number): void {
  growMembers(rulesOfRow, people.rows.length);
  for (let row = first; row < people.rows.length; row++) {
    for (const [number, indexed] of rules.entries()) {
      if (!indexed || !matchesRow(indexed, people.rows[row])) continue;
      indexed.rows = roomFor(indexed.rows, row);
      setBit(indexed.rows, row);
      addRule(rulesOfRow, row, number);
    }
  }
}

/** Replaces the rules of a cylinder by those that name it now. */
export function reindexCylinder(index: AccessIndex, door: number): void {
  const { doors, rules, rulesOfCylinder } = index;
  index.changes++;
  growMembers(rulesOfCylinder, door + 1);
  const keys = keysOfCylinder(doors, door);
  for (const [number, indexed] of rules.entries()) {
    if (!indexed) continue;
    indexed.cylinders = roomFor(indexed.cylinders, door);
    if (keys.some((key) => indexed.objects.has(key))) {
      setBit(indexed.cylinders, door);
      addRule(rulesOfCylinder, door, number);
    } else {
      clearBit(indexed.cylinders, door);
      removeRule(rulesOfCylinder, door, number);
    }
  }
}

function indexRule({ people, doors }: AccessIndex, rule: RuleFacts, plan: PlanFacts): IndexedRule {
  const cylinders = new Int32Array(wordsFor(doors.ids.length));
  const objects = new Map(rule.objects.map((object) => [objectKey(object), object]));
  for (const object of objects.values()) reach(doors, object, cylinders);
  const subjectKeys = rule.subjects.map(subjectKey);
  const indexed: IndexedRule = {
    rule,
    plan,
    hours: hoursOf(rule.time_restrictions),
    clock: clockIn(plan.time_zone),
    subjectKeys,
    objects,
    rows: new Int32Array(wordsFor(people.rows.length)),
    cylinders,
  };
  for (const row of candidateRows(people, indexed))
    if (matchesRow(indexed, people.rows[row])) setBit(indexed.rows, row);
  return indexed;
}

type RuleMatcher = Pick<IndexedRule, 'subjectKeys'> & {
  rule: Pick<RuleFacts, 'subject_match'>;
  plan: Pick<PlanFacts, 'iam_connection_ids'>;
};

/** Rows that may match: all rows with any of the subjects; where all subjects must match, the rows with the rarest one. */
export function candidateRows({ rowsByKey }: People, { rule, subjectKeys }: RuleMatcher): Iterable<number> {
  const lists = subjectKeys.map((key) => rowsByKey.get(key)?.rows ?? []);
  if (rule.subject_match === 'any') return lists.flat();
  return lists.sort((a, b) => a.length - b.length)[0] ?? [];
}

/** Whether a rule of a plan matches the people of a row. */
export function matchesRow({ rule, plan, subjectKeys }: RuleMatcher, row: People['rows'][number] | undefined): boolean {
  if (!row || subjectKeys.length === 0 || !plan.iam_connection_ids.includes(row.connection_id)) return false;
  const isHit = (key: string) => row.keys.includes(key);
  return rule.subject_match === 'any' ? subjectKeys.some(isHit) : subjectKeys.every(isHit);
}

/** An unused rule number; grows the sets where necessary. */
function freeNumber(index: AccessIndex): number {
  const number = index.ruleNumberOf.size < index.rules.length ? index.rules.indexOf(undefined) : index.rules.length;
  if (number >= index.granting.length * 32) {
    const words = index.granting.length * 2;
    growWords(index.rulesOfRow, words);
    growWords(index.rulesOfCylinder, words);
    index.granting = widened(index.granting, words);
    index.always = widened(index.always, words);
  }
  return number;
}

const roomFor = (bits: Bits, n: number): Bits => (n >>> 5 < bits.length ? bits : widened(bits, (n >>> 5) + 1));
