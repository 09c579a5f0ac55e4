import type { AccessProfile, AccessRule } from '@key2xs/contract';
import { stamps } from '../settings/present-plan';
import type { ProfileRow } from './profile-queries';
import { restrictionOf, spelledType } from './rule-parts';
import type { CountedRule } from './rule-queries';

export const presentProfile = (row: ProfileRow): AccessProfile => ({ ...row, ...stamps(row) });

export const presentRule = (row: CountedRule): AccessRule => ({
  ...row,
  ...stamps(row),
  type: spelledType(row.type),
  time_restrictions: row.time_restrictions.map((window) => ({ id: window.id, ...restrictionOf(window) })),
});
