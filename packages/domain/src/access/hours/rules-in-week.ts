import type { RuleObject } from '@key2xs/contract';
import { clockAt } from '../answers/ask-access';
import type { AccessIndex, IndexedRule } from '../indexing/access-index';
import { type Bits, countBits, forEachBit, hasBit, setBit, unite, wordAt, wordsFor } from '../indexing/bits';
import { doorsOf } from '../indexing/doors';
import { peopleInRow, peopleInRows } from '../indexing/people';
import { openInWeek, type SpanOfWeek, spansOf } from './open-in-week';
import { minutesOfWeek, type WallClock } from './wall-clock';
import { areOpen, nextChange } from './weekly-hours';

/** The cylinders and minutes that one rule opens by one clock in the week of a moment. */
export type RuleInWeek = {
  indexed: IndexedRule;
  time_zone: string;
  /** Minute of the week that the clock shows at the moment; -1 if it shows none. */
  now: number;
  /** Numbers of the cylinders, as bits. */
  doors: Bits;
  /** How many people the rule matches. */
  people: number;
  /** The objects of the rule that lead to these doors. */
  through: RuleObject[];
  minutes: Bits;
  spans: SpanOfWeek[];
  open_now: boolean;
  until: string | null;
};

/** When rules open which doors, those with the most doors first. A rule over several time zones has one entry per clock. */
export function rulesInWeek(
  index: AccessIndex,
  { rules, among, epochMs }: { rules: readonly IndexedRule[]; among?: Bits; epochMs: number },
): RuleInWeek[] {
  const found = rules.flatMap((indexed) =>
    [...doorsByClock(index, indexed, among)].map(([clock, doors]): RuleInWeek => {
      const minutes = openInWeek(indexed.hours, clock, epochMs);
      const change = nextChange(indexed.hours, clock, epochMs);
      return {
        indexed,
        time_zone: clock.timeZone,
        now: clock.minuteOfWeek(epochMs),
        doors,
        people: peopleInRows(index.people, indexed.rows).length,
        through: [...indexed.objects.values()].filter((object) =>
          doorsOf(index.doors, object).some((door) => hasBit(doors, door)),
        ),
        minutes,
        spans: spansOf(minutes),
        open_now: areOpen(indexed.hours, clock, epochMs),
        until: change === undefined ? null : new Date(change).toISOString(),
      };
    }),
  );
  return found.sort((a, b) => countBits(b.doors) - countBits(a.doors));
}

function doorsByClock(index: AccessIndex, rule: IndexedRule, among: Bits | undefined): Map<WallClock, Bits> {
  const byClock = new Map<WallClock, Bits>();
  forEachBit(rule.cylinders, (cylinder) => {
    if (among && !hasBit(among, cylinder)) return;
    const clock = clockAt(index, rule, cylinder);
    const doors = byClock.get(clock) ?? new Int32Array(wordsFor(index.doors.ids.length));
    byClock.set(clock, doors);
    setBit(doors, cylinder);
  });
  return byClock;
}

export type StepOfWeek = SpanOfWeek & { people: number };

/** How many distinct people may open any of the doors at each minute of the week, as steps over the whole week. */
export function stepsOfWeek({ people }: AccessIndex, rules: readonly RuleInWeek[]): StepOfWeek[] {
  const minutesOfRow = new Map<number, Bits>();
  for (const { indexed, minutes } of rules) {
    forEachBit(indexed.rows, (row) => {
      const known = minutesOfRow.get(row) ?? new Int32Array(wordsFor(minutesOfWeek));
      minutesOfRow.set(row, known);
      unite(known, minutes);
    });
  }
  const changes = new Int32Array(minutesOfWeek + 1);
  for (const [row, minutes] of minutesOfRow) {
    const count = peopleInRow(people, row).length;
    for (const { from, to } of count > 0 ? spansOf(minutes) : []) {
      changes[from] = wordAt(changes, from) + count;
      changes[to] = wordAt(changes, to) - count;
    }
  }
  return stepsOf(changes);
}

function stepsOf(changes: Int32Array): StepOfWeek[] {
  const steps: StepOfWeek[] = [];
  let step: StepOfWeek = { from: 0, to: 0, people: wordAt(changes, 0) };
  for (let minute = 1; minute <= minutesOfWeek; minute++) {
    const change = wordAt(changes, minute);
    if (change === 0 && minute < minutesOfWeek) continue;
    steps.push({ ...step, to: minute });
    step = { from: minute, to: minute, people: step.people + change };
  }
  return steps;
}
