import type { Guard } from '@key2xs/contract';

/** Counts of what a run would change, and of what exists before it. */
export type GuardInput = {
  /** Active people of the source; for a key system, our active persons and memberships there. */
  before: number;
  /** Target count: distinct people listed, readable or not. */
  listed: number;
  /** Leavers; for a key system, deactivations and removed memberships. */
  removals: number;
  /** Rows read, and unusable ones among them. Both 0 unless a source is read row by row. */
  rows: number;
  problems: number;
  /** Staying people whose doors change, out of the people with doors before. Undefined where moves are not checked. */
  moved?: { people: number; of: number };
};

/** Removals up to this many never stop a run, however small the directory. */
const harmlessRemovals = 10;
const dropLimitPercent = 20;
const problemLimitPercent = 40;

/**
 * The limits that a change set exceeds; empty if it may be applied without a decision.
 *
 * Reaching a limit is allowed. An empty source is not also reported as a drop.
 *
 * @param limitPercent share of `before` that may be removed, and of `moved.of` that may move; the only limit set per connection
 */
export function checkGuards(input: GuardInput, limitPercent = 5): Guard[] {
  const { before, listed, removals, rows, problems, moved } = input;
  const guards: Guard[] = [];
  if (removals > harmlessRemovals && isOver(removals, before, limitPercent)) {
    guards.push(tripped('too_many_removals', removals, before, limitPercent));
  }
  if (moved && moved.people > harmlessRemovals && isOver(moved.people, moved.of, limitPercent)) {
    guards.push(tripped('too_many_moves', moved.people, moved.of, limitPercent));
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

/** A list after a re-read: records known before, how many of them are gone, and records listed now. */
export type ListedAgain = { known: number; gone: number; listed: number };

/**
 * Whether a list has lost so much that a decision is needed: everything, or more than ten records and more than a fifth,
 * regardless of new records.
 */
export const losesTooMuch = ({ known, gone, listed }: ListedAgain): boolean =>
  gone > 0 && (listed === 0 || (gone > harmlessRemovals && isOver(gone, known, dropLimitPercent)));

/**
 * Whether an edit needs a confirmation because many people lose doors: more than ten, and more than a twentieth of those
 * reached by the plan before.
 */
export const losesManyPeople = ({ losing, reached }: { losing: number; reached: number }): boolean =>
  losing > harmlessRemovals && isOver(losing, reached, 5);

function isOver(count: number, of: number, limitPercent: number): boolean {
  return count * 100 > of * limitPercent;
}

function tripped(reason: Guard['reason'], count: number, of: number, limit_percent: number): Guard {
  const percent = of === 0 ? 100 : Math.round((count / of) * 1_000) / 10;
  return { reason, count, of, percent, limit_percent };
}
