import type { Blocked } from './cylinder-content';
import type { KeyContent } from './key-content';

/** Doors that a key may open, by the key system's own ids. */
export type RightSet = { cylinders: ReadonlySet<string>; groups: ReadonlySet<string> };

export type Certainty = 'yes' | 'no' | 'not_known';

/** Whether rights cover a cylinder. @param group the one that it is programmed to; undefined: not known */
export function coversCylinder(
  sets: readonly RightSet[],
  { id, group }: { id: string; group: string | null | undefined },
): Certainty {
  if (sets.some(({ cylinders }) => cylinders.has(id))) return 'yes';
  if (group !== undefined) return group !== null && sets.some(({ groups }) => groups.has(group)) ? 'yes' : 'no';
  return sets.some(({ groups }) => groups.size > 0) ? 'not_known' : 'no';
}

/** Why a key ends by itself, at a moment; null: it is not known to. */
export type KeyEnd = { at: number; by: 'validity' | 'revalidation' } | null;

/** When a key stops opening anything, unless it is updated before. As it holds its times, not as they are recorded. */
export function endOfKey(limits: KeyContent['limits']): KeyEnd {
  if (!limits?.limits || limits.at === null) return null;
  const { validity, until, revalidation_minutes } = limits.limits;
  if (validity === 'never') return { at: limits.at, by: 'validity' };
  const ends: NonNullable<KeyEnd>[] = [];
  if (validity === 'between' && until !== null) ends.push({ at: until, by: 'validity' });
  if (revalidation_minutes !== null) ends.push({ at: limits.at + revalidation_minutes * 60_000, by: 'revalidation' });
  return ends.reduce<KeyEnd>((first, end) => (first === null || end.at < first.at ? end : first), null);
}

/** Why a right that is held does not open the door at a moment. */
export type NoEffect = 'not_held' | 'blocked' | 'validity' | 'revalidation' | 'not_begun';

export type Effect = { effective: Certainty; because: NoEffect | null };

type Held = {
  /** Whether the key holds the right, or the cylinder lists the key. */
  holds: Certainty;
  blocked: Blocked;
  limits: KeyContent['limits'];
};

/** Whether a key opens a cylinder at a moment, within the weekly hours that it holds. */
export function effectOf({ holds, blocked, limits }: Held, at: number): Effect {
  const no = (because: NoEffect): Effect => ({ effective: 'no', because });
  if (holds === 'no') return no('not_held');
  if (blocked === 'yes') return no('blocked');
  const end = endOfKey(limits);
  if (end && at >= end.at) return no(end.by);
  const times = limits?.limits;
  if (times?.validity === 'between' && times.from !== null && at < times.from) return no('not_begun');
  const isSure = holds === 'yes' && blocked === 'no' && limits !== null;
  return { effective: isSure ? 'yes' : 'not_known', because: null };
}

/** What has to happen so that what is recorded becomes effective. */
export type Missing = 'update_key' | 'visit_cylinder' | null;

type ToMatch = {
  isRecorded: boolean;
  effect: Effect;
  carries: boolean;
  blocked: Blocked;
  /** Whether the key, once updated, would hold what is recorded for it already. */
  isKeyCurrent: boolean;
};

/** Null when what is recorded is effective already. A right that is not recorded ends by its key's update, unless the cylinder decides. */
export function missingFor({ isRecorded, effect, carries, blocked, isKeyCurrent }: ToMatch): Missing {
  const { effective } = effect;
  if (isRecorded ? effective === 'yes' : effective === 'no') return null;
  if (isRecorded && blocked !== 'no') return 'visit_cylinder';
  if (isRecorded && effect.because === 'revalidation') return 'update_key';
  if (isRecorded && (effect.because === 'validity' || effect.because === 'not_begun'))
    return isKeyCurrent ? null : 'update_key';
  if (!carries) return 'visit_cylinder';
  return isKeyCurrent ? 'visit_cylinder' : 'update_key';
}
