import { type CylinderJob, isBlocked } from './cylinder-content';
import { type Certainty, coversCylinder, effectOf, type RightSet } from './effective-right';
import { clockMarginMs, type KeyContent } from './key-content';

/** What a key or cylinder held from an update on. */
export type HeldSpan<T> = {
  value: T;
  /** By the clock of the key system. */
  since: number;
  /** Until when readings have found nothing newer, by our clock; null: until the last reading. */
  until: number | null;
};

/** What a key holds for certain. */
export type KeyHeld = { sets: readonly string[]; limits: KeyContent['limits'] };

/** What a key holds since its last update; null: not known. */
export function heldSince({ rights, limits }: KeyContent): Held<KeyHeld> | null {
  if (rights === null) return null;
  return {
    since: rights.at,
    value: { sets: rights.sets, limits: limits?.limits && limits.at !== rights.at ? null : limits },
  };
}

/** What is held, and since when. */
export type Held<T> = Pick<HeldSpan<T>, 'value' | 'since'>;

/**
 * What a look ends and begins. What is begun with the moment of what is open replaces its value.
 * @param lookedUntil when the reading began that the look before was of; null: there was none
 */
export function continueSpan<T>(
  open: Held<T> | null,
  now: Held<T> | null,
  lookedUntil: number | null,
): { ended: (Held<T> & { until: number }) | null; begun: Held<T> | null } {
  const isSame = open !== null && open.since === now?.since;
  const ended = open !== null && !isSame ? { ...open, until: Math.max(open.since, lookedUntil ?? open.since) } : null;
  return { ended, begun: now };
}

/**
 * What was held at a moment; undefined: not known. Clocks may differ by the margin, so that nothing is said of the moments around an update.
 * @param at by our clock
 * @param readUntil when the last reading began
 */
export function heldAt<T>(spans: readonly HeldSpan<T>[], at: number, readUntil: number): T | undefined {
  return spans.find(({ since, until }) => since + clockMarginMs <= at && at + clockMarginMs <= (until ?? readUntil))
    ?.value;
}

/** A key that carries its rights, and a cylinder, with all that is known of their past. */
export type PairThen = {
  key: { id: string; held: KeyHeld | undefined };
  cylinder: {
    id: string;
    /** Null: of no group. Undefined: not known. */
    group: string | null | undefined;
    /** Those that block and unblock keys there. */
    jobs: readonly CylinderJob[];
    /** Whether jobs then listed all keys that it blocked. */
    isBlockListKnown: boolean;
  };
};

/**
 * Whether a key opened a cylinder at a moment in the past, within the hours that it held.
 * @param at by our clock, and not after the last reading
 * @param setsOf the rights of sets that are kept
 */
export function openedAt(
  { key, cylinder }: PairThen,
  at: number,
  setsOf: (id: string) => RightSet | undefined,
): Certainty {
  const { held } = key;
  if (!held) return 'not_known';
  const sets = held.sets.map(setsOf);
  const known = sets.filter((set) => set !== undefined);
  const covered = coversCylinder(known, cylinder);
  const holds = covered === 'no' && known.length < sets.length ? 'not_known' : covered;
  const effectAt = (moment: number) => {
    const done = cylinder.jobs.filter(({ done_at }) => done_at !== null && done_at <= moment);
    const blocked = isBlocked(done, key.id, !cylinder.isBlockListKnown);
    return effectOf({ holds, blocked, limits: held.limits }, moment).effective;
  };
  // A validity or a block may have begun or ended in between.
  const [before, after] = [effectAt(at - clockMarginMs), effectAt(at + clockMarginMs)];
  const hasChangedBetween = cylinder.jobs.some(
    ({ done_at }) => done_at !== null && Math.abs(done_at - at) <= clockMarginMs,
  );
  if (before !== after) return 'not_known';
  return hasChangedBetween && holds !== 'no' ? 'not_known' : before;
}
