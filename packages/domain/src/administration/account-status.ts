export type AccountFacts = { suspended_at: Date | null; valid_from: Date | null; valid_until: Date | null };

/** An account ends at the moment `valid_until`, and begins at `valid_from`. */
export function accountStatus(
  { suspended_at, valid_from, valid_until }: AccountFacts,
  now: Date,
): 'active' | 'suspended' | 'expired' | 'not_yet' {
  if (suspended_at) return 'suspended';
  if (valid_until && valid_until <= now) return 'expired';
  return valid_from && valid_from > now ? 'not_yet' : 'active';
}
