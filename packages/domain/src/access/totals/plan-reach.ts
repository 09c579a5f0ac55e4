import { peopleOfSubjects } from '../answers/people-of-subjects';
import { minutesOfWeek } from '../hours/wall-clock';
import type { RuleHours } from '../hours/weekly-hours';
import type { PlanFacts, ProfileFacts, RuleFacts } from '../indexing/access-facts';
import type { AccessIndex, IndexedRule } from '../indexing/access-index';
import { type Bits, countBits, hasBit, setBit, unite, wordAt, wordsFor } from '../indexing/bits';
import { objectKey, profileSets, reach } from '../indexing/doors';
import { peopleInRow, peopleInRows } from '../indexing/people';
import { rulesOf } from '../indexing/rule-sets';

// What one plan reaches by itself, as if it were active and the only one; ignores rules that are switched off.

/** People with at least one door, and doors with at least one person. */
export type Coverage = { people: number; doors: number };

/** What each plan reaches by its rules in force. Cost: O(rules × (rows + cylinders) / 32). */
export function coverPlans(index: AccessIndex): Map<string, Coverage> {
  const sums = new Map<string, { rows: Bits; doors: Bits }>();
  for (const rule of index.rules) {
    if (!rule?.rule.is_active || countBits(rule.cylinders) === 0 || sizeOf(index, rule) === 0) continue;
    const sum = sums.get(rule.plan.id) ?? {
      rows: new Int32Array(wordsFor(index.people.rows.length)),
      doors: new Int32Array(wordsFor(index.doors.ids.length)),
    };
    sums.set(rule.plan.id, sum);
    unite(sum.rows, rule.rows);
    unite(sum.doors, rule.cylinders);
  }
  return new Map(
    [...sums].map(([id, { rows, doors }]) => [
      id,
      { people: peopleInRows(index.people, rows).length, doors: countBits(doors) },
    ]),
  );
}

const sizeOf = ({ people }: AccessIndex, { rows }: IndexedRule): number => peopleInRows(people, rows).length;

type Draft = { plan: PlanFacts; rules: readonly RuleFacts[]; profiles: readonly ProfileFacts[] };

/** The coverage of a draft, which the index does not contain. */
export function coverDraft(index: AccessIndex, { plan, rules, profiles }: Draft): Coverage {
  const written = profiles.map((profile) => [profile.id, profileSets(profile)] as const);
  const doors = { ...index.doors, profiles: new Map([...index.doors.profiles, ...written]) };
  const people = new Set<number>();
  const reached = new Int32Array(wordsFor(doors.ids.length));
  for (const rule of rules) {
    if (!rule.is_active) continue;
    const cylinders = new Int32Array(reached.length);
    const objects = new Map(rule.objects.map((object) => [objectKey(object), object]));
    for (const object of objects.values()) reach(doors, object, cylinders);
    const persons = peopleOfSubjects(index, { ...rule, iam_connection_ids: plan.iam_connection_ids });
    if (persons.length === 0 || countBits(cylinders) === 0) continue;
    for (const person of persons) people.add(person);
    unite(reached, cylinders);
  }
  return { people: people.size, doors: countBits(reached) };
}

/** People of one department matched by the same rules of the plan. */
type Crowd = {
  /** The key of their department (empty for none), and one of the people. */
  department: string;
  person: number;
  people: number;
  rules: readonly IndexedRule[];
  doors: Bits;
};

/** The active people of a plan's sources, in crowds; yields often. */
export function* crowdsOfPlan(index: AccessIndex, planId: string): Generator<undefined, Crowd[]> {
  const sources = index.plans.get(planId)?.iam_connection_ids ?? [];
  const own = rulesOfPlan(index, planId);
  const numbers = new Int32Array(index.rulesOfRow.words);
  for (const { number } of own) setBit(numbers, number);
  const crowds = new Map<string, Crowd>();
  for (let row = 1; row < index.people.rows.length; row++) {
    const { connection_id = '', keys = [] } = index.people.rows[row] ?? {};
    const persons = peopleInRow(index.people, row);
    const [person] = persons;
    if (person === undefined || !sources.includes(connection_id)) continue;
    const department = keys.find((key) => key.startsWith('department:')) ?? '';
    const spoken = rulesOf(index.rulesOfRow, row).map((word, i) => word & wordAt(numbers, i));
    const key = `${spoken.join()} ${department}`;
    const known = crowds.get(key);
    if (known) known.people += persons.length;
    else crowds.set(key, { department, person, people: persons.length, ...granted(index, own, spoken) });
    if (row % 64 === 0) yield;
  }
  return [...crowds.values()];
}

type Numbered = { number: number; rule: IndexedRule };

const rulesOfPlan = (index: AccessIndex, planId: string): Numbered[] =>
  index.rules.flatMap((rule, number) => (rule?.plan.id === planId && rule.rule.is_active ? [{ number, rule }] : []));

function granted({ doors }: AccessIndex, own: readonly Numbered[], spoken: Bits): Pick<Crowd, 'rules' | 'doors'> {
  const rules = own.flatMap(({ number, rule }) => (hasBit(spoken, number) ? [rule] : []));
  const opened = new Int32Array(wordsFor(doors.ids.length));
  for (const { cylinders } of rules) unite(opened, cylinders);
  return { rules, doors: opened };
}

/** People, doors and rights that a plan reaches. */
export function sumCrowds(crowds: readonly Crowd[]): Coverage & { rights: number } {
  const doors = new Int32Array(crowds[0]?.doors.length ?? 0);
  const sum = { people: 0, rights: 0 };
  for (const crowd of crowds) {
    const count = countBits(crowd.doors);
    if (count === 0) continue;
    unite(doors, crowd.doors);
    sum.people += crowd.people;
    sum.rights += crowd.people * count;
  }
  return { ...sum, doors: countBits(doors) };
}

/** The rules of a plan by the number of people and doors they reach, widest first. */
export function reachOfRules(index: AccessIndex, planId: string): (Coverage & { rule: IndexedRule })[] {
  return rulesOfPlan(index, planId)
    .map(({ rule }) => ({ rule, people: sizeOf(index, rule), doors: countBits(rule.cylinders) }))
    .sort((a, b) => b.people * b.doors - a.people * a.doors || (a.rule.rule.id < b.rule.rule.id ? -1 : 1));
}

const hoursOfWeek = 168;

/**
 * How many people may open a door in each hour of the week, from Monday 00:00, by the clock at the door.
 * @param epochMs only windows whose dates include this moment are counted
 */
export function peopleByHour(crowds: readonly Crowd[], epochMs: number): number[] {
  const counts = new Array<number>(hoursOfWeek).fill(0);
  const known = new Map<string, Bits>();
  for (const { people, rules } of crowds) {
    const open = new Int32Array(wordsFor(hoursOfWeek));
    for (const { rule, hours, cylinders } of rules) {
      const bits =
        known.get(rule.id) ?? (countBits(cylinders) > 0 ? hoursIn(hours, epochMs) : new Int32Array(open.length));
      known.set(rule.id, bits);
      unite(open, bits);
    }
    for (let hour = 0; hour < hoursOfWeek; hour++) if (hasBit(open, hour)) counts[hour] = (counts[hour] ?? 0) + people;
  }
  return counts;
}

function hoursIn(hours: RuleHours, epochMs: number): Bits {
  const open = new Int32Array(wordsFor(hoursOfWeek));
  if (!hours) return open.fill(-1);
  for (const { minutes, validFrom, validUntil } of hours) {
    if (!(epochMs >= validFrom && epochMs < validUntil)) continue;
    for (let minute = 0; minute < minutesOfWeek; minute++) {
      if (hasBit(minutes, minute)) setBit(open, Math.floor(minute / 60));
    }
  }
  return open;
}
