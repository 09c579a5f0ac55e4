import type { Guard } from '@key2xs/contract';

/** What a run would do, in numbers, against what was there before it. */
export type GuardInput = {
  /** Active people of the source before; for a key system its active persons and memberships of ours. */
  before: number;
  /** How many of them, or instead of them, there are to be: different people listed, readable or not. */
  listed: number;
  /** Leavers; for a key system deactivations and memberships taken away. */
  removals: number;
  /** Rows read, and those of them that could not be used. Both 0 where nothing is read row by row. */
  rows: number;
  problems: number;
};

/** Removals up to this many never stop a run, however small the directory. */
const harmlessRemovals = 10;
const dropLimitPercent = 20;
const problemLimitPercent = 40;

/**
 * The limits a change set is over; empty when it may be applied without a person's decision.
 *
 * A limit is over when it is passed, not when it is reached. An empty source is not reported as a drop too.
 *
 * @param limitPercent share of those present before that may be removed; may be raised per connection, the others not
 */
export function checkGuards(input: GuardInput, limitPercent = 5): Guard[] {
  const { before, listed, removals, rows, problems } = input;
  const guards: Guard[] = [];
  if (removals > harmlessRemovals && isOver(removals, before, limitPercent)) {
    guards.push(tripped('too_many_removals', removals, before, limitPercent));
  }
  if (listed === 0 && before > 0) {
    guards.push(tripped('empty_source', before, before, 0));
  } else if (isOver(before - listed, before, dropLimitPercent)) {
    guards.push(tripped('source_dropped', before - listed, before, dropLimitPercent));
  }
  if (isOver(problems, rows, problemLimitPercent)) {
    guards.push(tripped('too_many_problems', problems, rows, problemLimitPercent));
  }
  return guards;
}

/** A list that lasts, as a key system has it: records known before, those of them that are gone, records there are now. */
export type ListedAgain = { known: number; gone: number; listed: number };

/**
 * Whether a list has lost too much to be believed without a person's decision: all of it, or more than a fifth and more
 * than a few records, however many are new.
 */
export const losesTooMuch = ({ known, gone, listed }: ListedAgain): boolean =>
  gone > 0 && (listed === 0 || (gone > harmlessRemovals && isOver(gone, known, dropLimitPercent)));

function isOver(count: number, of: number, limitPercent: number): boolean {
  return count * 100 > of * limitPercent;
}

function tripped(reason: Guard['reason'], count: number, of: number, limit_percent: number): Guard {
  const percent = of === 0 ? 100 : Math.round((count / of) * 1_000) / 10;
  return { reason, count, of, percent, limit_percent };
}
