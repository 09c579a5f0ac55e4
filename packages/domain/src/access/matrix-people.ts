import type { AccessIndex, IndexedRule } from './access-index';
import { countBits, hasBit, listBits, wordAt } from './bits';
import { classifyHours } from './check/hours-classes';
import type { GrantsOfRules, RecordedGrant } from './matrix-grants';
import { rulesOf } from './rule-sets';

export type PeopleClass = {
  /** Grants that speak of them, ascending. */
  grants: number[];
  /** Of these, the ones that name the person. */
  personal: number[];
  /** Rules of the plan, on one side, give them different hours. */
  has_conflict: boolean;
};

type Asked = { before: AccessIndex; after: AccessIndex; planId: string; recorded: readonly RecordedGrant[] };

/** Numbers are given in the order of coming. */
export function* classifyPeople(asked: Asked, grants: GrantsOfRules) {
  const { before, after, planId } = asked;
  const sources = new Set(after.plans.get(planId)?.iam_connection_ids);
  const recordedOf = yield* listRecorded(asked, grants.grants.length);
  const classOf = pairClasses(asked, grants);
  const classOfPerson = new Int32Array(after.people.ids.length).fill(-1);
  const peopleClasses: PeopleClass[] = [];
  const numbers = new Map<string, number>();
  for (let person = 0; person < classOfPerson.length; person++) {
    if (person % 1_024 === 0) yield;
    const rows = [wordAt(before.people.rowOf, person), wordAt(after.people.rowOf, person)] as const;
    if (!sources.has(after.people.rows[rows[1]]?.connection_id ?? '')) continue;
    const pair = classOf(...rows);
    const recorded = recordedOf.get(person) ?? [];
    const key = recorded.length === 0 ? pair.key : `${pair.key}|${recorded.join()}`;
    const known = numbers.get(key);
    const { grants: ofRules, personal, has_conflict } = pair;
    classOfPerson[person] =
      known ?? peopleClasses.push({ grants: [...ofRules, ...recorded], personal, has_conflict }) - 1;
    if (known === undefined) numbers.set(key, peopleClasses.length - 1);
  }
  return { classOfPerson, peopleClasses };
}

/** Of each person the grants that are recorded, ascending. */
function* listRecorded({ recorded }: Asked, first: number): Generator<undefined, Map<number, number[]>> {
  const found = new Map<number, number[]>();
  for (const [i, { people }] of recorded.entries()) {
    for (const person of people) {
      const known = found.get(person);
      if (known) known.push(first + i);
      else found.set(person, [first + i]);
    }
    yield;
  }
  return found;
}

type PairClass = PeopleClass & { key: string };

/** The class of people by their rows before and after, before what is recorded; each pair once. */
function pairClasses({ before, after, planId }: Asked, { grants, ...numbers }: GrantsOfRules) {
  const sides = [
    { index: before, grantOf: numbers.before, kindOf: hoursKinds(before, planId) },
    { index: after, grantOf: numbers.after, kindOf: hoursKinds(after, planId) },
  ];
  const pairs = new Map<number, PairClass>();
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
    return { ...listed, key: [listed.grants, listed.personal, has_conflict].join(' ') };
  };
  return (old: number, next: number): PairClass => {
    const at = old * after.people.rows.length + next;
    const pair = pairs.get(at) ?? make([old, next]);
    pairs.set(at, pair);
    return pair;
  };
}

const byNumber = (a: number, b: number) => a - b;

/** Number of a rule of the plan that opens something, to the kind of its hours. As the check of the plan has it. */
function hoursKinds(index: AccessIndex, planId: string): Map<number, number> {
  const isCounted = (rule: IndexedRule | undefined, number: number): rule is IndexedRule =>
    rule?.plan.id === planId && hasBit(index.granting, number) && countBits(rule.cylinders) > 0;
  const rules = [...index.rules.entries()].flatMap(([number, rule]) =>
    isCounted(rule, number) ? [{ number, rule }] : [],
  );
  const { classOf } = classifyHours(rules.map(({ rule }) => rule));
  return new Map(rules.map(({ number, rule }) => [number, classOf(rule)]));
}
