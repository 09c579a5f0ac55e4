/** When a key works, as written into it. Instants are milliseconds. */
export type KeyLimits = {
  validity: 'always' | 'never' | 'between';
  from: number | null;
  until: number | null;
  /** Null: it needs no updates. */
  revalidation_minutes: number | null;
};

/** What the key system has recorded for one key, with its rights by the ids of their sets, sorted. */
export type RecordedForKey = {
  /** Whether rights are written into it; else the cylinders list the key. */
  carries: boolean;
  hasClock: boolean;
  /** By the clock of the key system, both; null: not known. */
  updated_at: number | null;
  changed_at: number | null;
  /** As read in the same record as the two instants; null: not known. */
  limits: KeyLimits | null;
  sets: readonly string[];
  /** Whether these are all its rights, as the key system lists them. */
  isWhole: boolean;
};

/** What a key holds, as far as facts prove it, and what the last look found recorded for it. */
export type KeyContent = {
  /** The rights that it holds for certain since its update at that time, and no others. */
  rights: { sets: readonly string[]; at: number } | null;
  limits: { limits: KeyLimits | null; at: number | null } | null;
  /** Rights seen since its content was last certain: whatever it has taken over is among them, or was never seen. */
  seen: readonly string[];
  recorded: {
    changed_at: number | null;
    sets: readonly string[];
    /** When these two were first seen together. */
    seen_at: number;
    /** The rights are those that were recorded from `changed_at` on. */
    isConfirmed: boolean;
  };
};

/** A look at the mirror of a key system. By our own clock, both. */
export type Look = {
  at: number;
  /** When the reading began whose lists the mirror holds, untouched since; null when anything of it was changed since. */
  listedSince: number | null;
};

/** Clocks of key systems are taken to be that exact. */
export const clockMarginMs = 10 * 60_000;

/**
 * What a key holds after a look. Rights and keys are read one after the other, so that a change in between would pair the rights of one
 * moment with the key of another: only rights that the key's own time of change proves to be the ones since then are taken for its content.
 */
export function nextKeyContent(before: KeyContent | undefined, now: RecordedForKey, look: Look): KeyContent {
  const { carries, updated_at, changed_at, sets } = now;
  const isSame =
    before !== undefined && before.recorded.changed_at === changed_at && sameSets(before.recorded.sets, sets);
  const seen_at = isSame ? before.recorded.seen_at : look.at;
  const isConfirmed = now.isWhole && isListedAsOf(changed_at, look, isSame ? before.recorded : undefined);
  // At the same millisecond it is open which came first.
  const isCurrent = updated_at !== null && changed_at !== null && updated_at > changed_at;
  const kept = updated_at === null || before?.rights?.at !== updated_at ? null : before.rights;
  const rights = carries && isCurrent && isConfirmed ? { sets, at: updated_at } : kept;
  const isSettled = carries && isCurrent && isConfirmed;
  return {
    rights: carries ? rights : null,
    limits: nextLimits(before, now, isCurrent),
    seen: isSettled ? sets : union(before?.seen ?? [], sets),
    recorded: { changed_at, sets, seen_at, isConfirmed },
  };
}

/** Whether the listed rights are those that have been recorded since `changed_at`. @param same what was recorded at earlier looks, if the same */
function isListedAsOf(
  changed_at: number | null,
  { listedSince }: Look,
  same: KeyContent['recorded'] | undefined,
): boolean {
  if (changed_at === null) return false;
  if (same?.isConfirmed) return true;
  if (listedSince === null) return false;
  // Either the change is older than the lists, or the key was the same before and after them.
  return changed_at < listedSince - clockMarginMs || (same !== undefined && same.seen_at < listedSince);
}

/** Its times stand in one record with the two instants, so that nothing can come between. */
function nextLimits(
  before: KeyContent | undefined,
  { hasClock, limits, updated_at }: RecordedForKey,
  isCurrent: boolean,
): KeyContent['limits'] {
  if (!hasClock) return { limits: null, at: null };
  if (isCurrent && limits !== null) return { limits, at: updated_at };
  return updated_at !== null && before?.limits?.at === updated_at ? before.limits : null;
}

const sameSets = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((id, index) => id === other[index]);

const union = (one: readonly string[], other: readonly string[]): readonly string[] =>
  other.every((id) => one.includes(id)) ? one : [...new Set([...one, ...other])].sort();
