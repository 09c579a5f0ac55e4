import { type AccessIndex, byPlanAndRule, type IndexedRule } from './access-index';
import { clockAt } from './ask-access';
import { type Bits, countBits, forEachBit, hasBit, lowestBit, setBit, unite, wordAt, wordsFor } from './bits';
import type { GrantReason } from './explain-access';
import { peopleInRow } from './people';
import { rulesOf } from './rule-sets';
import type { WallClock } from './wall-clock';
import { areOpen, nextChange } from './weekly-hours';

/** A rule that opens some of the doors, the same for everybody it speaks of. `open_now` and `until` are those of any of them. */
export type DoorReason = Omit<GrantReason, 'matched' | 'path'>;

/** People whom no rule can tell apart, and who may open some of the doors. */
export type PeopleOfDoors = {
  /** Numbers of the index. */
  people: Int32Array;
  /** How many of the doors they may open, at this moment or at another. */
  doors: number;
  open_now: boolean;
  /** By plan and rule. */
  reasons: readonly DoorReason[];
};

/**
 * Everybody who may open any of these doors: one, those of a group or those of a place.
 *
 * Only the rules that name one of the doors are looked at, each once; then for each row of people how many doors its rules
 * reach together. The cost follows rules × doors and rows × rules, not the number of people.
 */
export function peopleOfDoors(index: AccessIndex, doors: readonly number[], epochMs: number): PeopleOfDoors[] {
  const reaching = rulesReaching(index, doors, epochMs);
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
    return { people, doors: countBits(reached), open_now: reasons.some(({ open_now }) => open_now), reasons };
  });
}

/** Changes of single doors until none is found at which all of them together change; more than two weeks have. */
const mostSteps = 1_000;

type Reaching = {
  indexed: IndexedRule;
  reason: DoorReason;
  /** Which of the doors, by their place in the list. */
  doors: Bits;
};

/** The rules that grant and reach at least one of the doors, by plan and rule. */
function rulesReaching(index: AccessIndex, doors: readonly number[], epochMs: number): Reaching[] {
  const found: IndexedRule[] = [];
  const naming = new Int32Array(index.granting.length);
  for (const door of doors) unite(naming, rulesOf(index.rulesOfCylinder, door));
  for (let i = 0; i < naming.length; i++) {
    for (let word = wordAt(naming, i) & wordAt(index.granting, i); word !== 0; word &= word - 1) {
      const rule = index.rules[(i << 5) + lowestBit(word)];
      if (rule) found.push(rule);
    }
  }
  return found.sort(byPlanAndRule).map((indexed) => {
    const reached = new Int32Array(wordsFor(doors.length));
    const clocks = new Set<WallClock>();
    for (const [at, door] of doors.entries()) {
      if (!hasBit(indexed.cylinders, door)) continue;
      setBit(reached, at);
      clocks.add(clockAt(index, indexed, door));
    }
    return { indexed, doors: reached, reason: reasonOf(indexed, clocks, epochMs) };
  });
}

function reasonOf({ rule, plan, hours }: IndexedRule, clocks: ReadonlySet<WallClock>, epochMs: number): DoorReason {
  const isOpenAt = (ms: number) => [...clocks].some((clock) => areOpen(hours, clock, ms));
  const open_now = isOpenAt(epochMs);
  const changeAfter = (ms: number) =>
    [...clocks].reduce<number | undefined>((first, clock) => {
      const change = nextChange(hours, clock, ms);
      return change === undefined || (first !== undefined && first < change) ? first : change;
    }, undefined);
  // Doors in two time zones may take turns: what changes at one need not change whether any is open.
  let until = changeAfter(epochMs);
  for (let steps = 0; until !== undefined && isOpenAt(until) === open_now; steps++) {
    until = steps < mostSteps ? changeAfter(until) : undefined;
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
