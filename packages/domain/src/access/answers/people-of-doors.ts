import type { WallClock } from '../hours/wall-clock';
import { areOpen, nextChange } from '../hours/weekly-hours';
import { type AccessIndex, byPlanAndRule, type IndexedRule } from '../indexing/access-index';
import { type Bits, countBits, forEachBit, hasBit, lowestBit, setBit, unite, wordAt, wordsFor } from '../indexing/bits';
import { peopleInRow } from '../indexing/people';
import { rulesOf } from '../indexing/rule-sets';
import { clockAt, cylindersOfRow } from './ask-access';
import type { GrantReason } from './explain-access';

/** A rule that opens some of the doors, the same for all its people. `open_now` and `until` refer to any of the doors. */
export type DoorReason = Omit<GrantReason, 'matched' | 'path'>;

/** People of one row who may open some of the doors. */
export type PeopleOfDoors = {
  /** Numbers of the index. */
  people: Int32Array;
  /** How many of the doors they may open at any time. */
  doors: number;
  /** Which of the doors, by their position in the list. */
  reached: Bits;
  open_now: boolean;
  /** By plan and rule. */
  reasons: readonly DoorReason[];
};

/** Doors, and which rules to consider; all by default. */
type DoorsRequest = { doors: readonly number[]; through?: ((rule: IndexedRule) => boolean) | undefined };

/**
 * All people who may open any of these doors, such as those of a group, a place, a rule or a profile.
 *
 * Visits each rule with one of the doors once, then unites the doors of the rules for each row of people. Cost: rules × doors
 * plus rows × rules, independent of the number of people.
 */
export function peopleOfDoors(
  index: AccessIndex,
  { doors, through = () => true }: DoorsRequest,
  epochMs: number,
): PeopleOfDoors[] {
  const named = rulesNaming(index, doors).filter(through);
  const reaching = named.map((rule) => reachOf(index, rule, { doors, epochMs }));
  const rulesOfRow = new Map<number, Reaching[]>();
  for (const rule of reaching) {
    forEachBit(rule.indexed.rows, (row) => {
      const known = rulesOfRow.get(row);
      if (known) known.push(rule);
      else rulesOfRow.set(row, [rule]);
    });
  }
  return [...rulesOfRow].flatMap(([row, rules]) => {
    const people = peopleInRow(index.people, row);
    if (people.length === 0) return [];
    const reached = new Int32Array(wordsFor(doors.length));
    for (const rule of rules) unite(reached, rule.doors);
    const reasons = rules.map(({ reason }) => reason);
    return { people, doors: countBits(reached), reached, open_now: isAnyOpen(reasons), reasons };
  });
}

/**
 * The people of these rows, also those without doors; `reached` is by number of the cylinder.
 * Cost: O(rows × rules of each × cylinders / 32), and the hours of each rule once.
 */
export function peopleOfRows(index: AccessIndex, rows: Iterable<number>, epochMs: number): PeopleOfDoors[] {
  const known = new Map<IndexedRule, DoorReason>();
  const reasonFor = (rule: IndexedRule) => {
    const reason = known.get(rule) ?? reasonOf(rule, clocksOf(index, rule), epochMs);
    known.set(rule, reason);
    return reason;
  };
  return [...rows].flatMap((row) => {
    const people = peopleInRow(index.people, row);
    if (people.length === 0) return [];
    const rules = granting(index, rulesOf(index.rulesOfRow, row)).filter(({ cylinders }) => countBits(cylinders) > 0);
    const reached = cylindersOfRow(index, row);
    const reasons = rules.map(reasonFor);
    return [{ people, doors: countBits(reached), reached, open_now: isAnyOpen(reasons), reasons }];
  });
}

const isAnyOpen = (reasons: readonly DoorReason[]) => reasons.some(({ open_now }) => open_now);

function clocksOf(index: AccessIndex, rule: IndexedRule): Set<WallClock> {
  const clocks = new Set<WallClock>();
  forEachBit(rule.cylinders, (cylinder) => clocks.add(clockAt(index, rule, cylinder)));
  return clocks;
}

/** Limit for the changes of single doors that leave the combined state unchanged; more than two weeks contain. */
const maxSteps = 1_000;

type Reaching = {
  indexed: IndexedRule;
  reason: DoorReason;
  /** Which of the doors, by their position in the list. */
  doors: Bits;
};

/** The granting rules with at least one of the doors, by plan and rule. */
function rulesNaming(index: AccessIndex, doors: readonly number[]): IndexedRule[] {
  const naming = new Int32Array(index.granting.length);
  for (const door of doors) unite(naming, rulesOf(index.rulesOfCylinder, door));
  return granting(index, naming);
}

/** The granting rules of a set, by plan and rule. */
function granting(index: AccessIndex, numbers: Bits): IndexedRule[] {
  const found: IndexedRule[] = [];
  for (let i = 0; i < numbers.length; i++) {
    for (let word = wordAt(numbers, i) & wordAt(index.granting, i); word !== 0; word &= word - 1) {
      const rule = index.rules[(i << 5) + lowestBit(word)];
      if (rule) found.push(rule);
    }
  }
  return found.sort(byPlanAndRule);
}

function reachOf(
  index: AccessIndex,
  indexed: IndexedRule,
  asked: { doors: readonly number[]; epochMs: number },
): Reaching {
  const { doors, epochMs } = asked;
  const reached = new Int32Array(wordsFor(doors.length));
  const clocks = new Set<WallClock>();
  for (const [at, door] of doors.entries()) {
    if (!hasBit(indexed.cylinders, door)) continue;
    setBit(reached, at);
    clocks.add(clockAt(index, indexed, door));
  }
  return { indexed, doors: reached, reason: reasonOf(indexed, clocks, epochMs) };
}

function reasonOf({ rule, plan, hours }: IndexedRule, clocks: ReadonlySet<WallClock>, epochMs: number): DoorReason {
  const isOpenAt = (ms: number) => [...clocks].some((clock) => areOpen(hours, clock, ms));
  const open_now = isOpenAt(epochMs);
  const changeAfter = (ms: number) =>
    [...clocks].reduce<number | undefined>((first, clock) => {
      const change = nextChange(hours, clock, ms);
      return change === undefined || (first !== undefined && first < change) ? first : change;
    }, undefined);
  // Doors in different time zones may alternate: a change at one need not change whether any is open.
  let until = changeAfter(epochMs);
  for (let steps = 0; until !== undefined && isOpenAt(until) === open_now; steps++) {
    until = steps < maxSteps ? changeAfter(until) : undefined;
  }
  return {
    keyplan_id: plan.id,
    keyplan_name: plan.name,
    rule_id: rule.id,
    rule_name: rule.name,
    windows: rule.time_restrictions,
    open_now,
    until: until === undefined ? null : new Date(until).toISOString(),
  };
}
