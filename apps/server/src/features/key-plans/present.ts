import type { AccessProfile, AccessRule, KeyPlan } from '@key2xs/contract';
import type { KeyPlanRow } from './plan-queries';
import type { ProfileRow } from './profile-queries';
import type { CountedRule } from './rules';

const stamps = ({ created_at, updated_at }: { created_at: Date; updated_at: Date }) => ({
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
});

export const presentKeyPlan = (row: KeyPlanRow): KeyPlan => ({ ...row, ...stamps(row) });

export const presentProfile = (row: ProfileRow): AccessProfile => ({ ...row, ...stamps(row) });

export const presentRule = (row: CountedRule): AccessRule => ({
  ...row,
  ...stamps(row),
  time_restrictions: row.time_restrictions.map(({ id, days, from_time, to_time, valid_from, valid_until }) => ({
    id,
    days,
    from: from_time,
    to: to_time,
    valid_from: valid_from?.toISOString() ?? null,
    valid_until: valid_until?.toISOString() ?? null,
  })),
});
