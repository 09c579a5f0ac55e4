import { classifyHours } from '../hours/hours-classes';
import type { AccessIndex, IndexedRule } from '../indexing/access-index';
import { countBits, hasBit, listBits, wordAt } from '../indexing/bits';
import { rulesOf } from '../indexing/rule-sets';
import type { GrantsOfRules, RecordedGrant } from './matrix-grants';
import { numberedLists } from './numbered-lists';

export type PeopleClass = {
  /** Their grants, ascending. */
  grants: number[];
  /** The grants that name the person. */
  personal: number[];
  /** Whether rules of the plan, on one side, give them different hours. */
  has_conflict: boolean;
};

type PeopleRequest = { before: AccessIndex; after: AccessIndex; planId: string; recorded: readonly RecordedGrant[] };

/** Class numbers are assigned in order of first use. */
export function* classifyPeople(asked: PeopleRequest, grants: GrantsOfRules) {
  const { before, after, planId } = asked;
  const sources = new Set(after.plans.get(planId)?.iam_connection_ids);
  const isOfPlan = after.people.rows.map(({ connection_id }) => sources.has(connection_id));
  const { lists, listOf } = yield* listRecorded(asked);
  const classOf = pairClasses(asked, grants);
  const classOfPerson = new Int32Array(after.people.ids.length).fill(-1);
  const peopleClasses: PeopleClass[] = [];
  const numbers = new Map<number, number>();
  for (let person = 0; person < classOfPerson.length; person++) {
    if (person % 256 === 0) yield;
    const row = wordAt(after.people.rowOf, person);
    if (!isOfPlan[row]) continue;
    const pair = classOf(wordAt(before.people.rowOf, person), row);
    const list = wordAt(listOf, person);
    const key = pair.number * lists.count() + list;
    let number = numbers.get(key);
    if (number === undefined) {
      const { grants: ofRules, personal, has_conflict } = pair;
      const recorded = lists.elementsOf(list).map((i) => grants.grants.length + i);
      number = peopleClasses.push({ grants: [...ofRules, ...recorded], personal, has_conflict }) - 1;
      numbers.set(key, number);
    }
    classOfPerson[person] = number;
  }
  return { classOfPerson, peopleClasses };
}

/** For each person, the list of recorded grants by their position in `recorded`. */
function* listRecorded({ after, recorded }: PeopleRequest) {
  const lists = numberedLists(recorded.length);
  const listOf = new Int32Array(after.people.ids.length);
  for (const [i, { people }] of recorded.entries()) {
    for (let at = 0; at < people.length; at++) {
      const person = people[at] ?? 0;
      listOf[person] = lists.longer(wordAt(listOf, person), i);
    }
    yield;
  }
  return { lists, listOf };
}

/** Equal classes have the same number. */
type PairClass = PeopleClass & { number: number };

/** The class of people by their rows before and after, without recorded grants; cached by pair. */
function pairClasses({ before, after, planId }: PeopleRequest, { grants, ...numbers }: GrantsOfRules) {
  const sides = [
    { index: before, grantOf: numbers.before, kindOf: hoursKinds(before, planId) },
    { index: after, grantOf: numbers.after, kindOf: hoursKinds(after, planId) },
  ];
  const pairs = new Map<number, PairClass>();
  const numberOf = new Map<string, number>();
  const make = (rows: readonly number[]): PairClass => {
    const found = new Set<number>();
    const personal = new Set<number>();
    let has_conflict = false;
    for (const [side, { index, grantOf, kindOf }] of sides.entries()) {
      const row = rows[side] ?? 0;
      const named = index.people.rows[row]?.keys.find((key) => key.startsWith('user:'));
      const kinds = new Set<number>();
      for (const number of listBits(rulesOf(index.rulesOfRow, row))) {
        const kind = kindOf.get(number);
        if (kind !== undefined) kinds.add(kind);
        const grant = grantOf.get(number);
        if (grant === undefined) continue;
        found.add(grant);
        if (named && grants[grant]?.indexed.subjectKeys.includes(named)) personal.add(grant);
      }
      has_conflict ||= kinds.size > 1;
    }
    const listed = { grants: [...found].sort(byNumber), personal: [...personal].sort(byNumber), has_conflict };
    const key = [listed.grants, listed.personal, has_conflict].join(' ');
    const number = numberOf.get(key) ?? numberOf.size;
    numberOf.set(key, number);
    return { ...listed, number };
  };
  return (old: number, next: number): PairClass => {
    const at = old * after.people.rows.length + next;
    const pair = pairs.get(at) ?? make([old, next]);
    pairs.set(at, pair);
    return pair;
  };
}

const byNumber = (a: number, b: number) => a - b;

/** Rule number → class of its hours, for rules of the plan that open a door. Consistent with the check of the plan. */
function hoursKinds(index: AccessIndex, planId: string): Map<number, number> {
  const isCounted = (rule: IndexedRule | undefined, number: number): rule is IndexedRule =>
    rule?.plan.id === planId && hasBit(index.granting, number) && countBits(rule.cylinders) > 0;
  const rules = [...index.rules.entries()].flatMap(([number, rule]) =>
    isCounted(rule, number) ? [{ number, rule }] : [],
  );
  const { classOf } = classifyHours(rules.map(({ rule }) => rule));
  return new Map(rules.map(({ number, rule }) => [number, classOf(rule)]));
}
