import type { LockingPlan } from '@key2xs/contract';
import { countPlan } from './plan/count-plan';
import type { LockingPlanRow } from './queries';

export const presentLockingPlan = ({ file_name: _, created_at, updated_at, ...row }: LockingPlanRow): LockingPlan => ({
  ...row,
  counts: countPlan(row.content),
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
});
