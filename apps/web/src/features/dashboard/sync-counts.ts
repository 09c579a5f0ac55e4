/** The kinds of change in a key system, most important first. */
const kinds = [
  'person_create',
  'person_deactivate',
  'member_remove',
  'member_add',
  'person_update',
  'profile_put',
] as const;

export type SyncCount = { kind: (typeof kinds)[number]; count: number };

const SHOWN = 2;

/** The counts of a sync that fit on one line, and the number of remaining changes. */
export function syncCounts(counts: Readonly<Record<string, number>>): { shown: SyncCount[]; rest: number } {
  const made = kinds.map((kind) => ({ kind, count: counts[kind] ?? 0 })).filter(({ count }) => count > 0);
  const rest = made.slice(SHOWN).reduce((sum, { count }) => sum + count, 0);
  return { shown: made.slice(0, SHOWN), rest };
}
