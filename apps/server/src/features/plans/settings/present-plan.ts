import type { KeyPlan } from '@key2xs/contract';
import { type Reader, sees } from '#platform/visible-to';
import type { KeyPlanRow } from './plan-queries';

export const stamps = ({ created_at, updated_at }: { created_at: Date; updated_at: Date }) => ({
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
});

export const presentKeyPlan = (row: KeyPlanRow): KeyPlan => ({
  ...row,
  ...stamps(row),
  second_person_removal: row.second_person_removal && {
    ...row.second_person_removal,
    requested_at: new Date(row.second_person_removal.requested_at).toISOString(),
  },
});

/** As an entry of the list: without its description and links for a reader who may not open it. */
export function presentListed(row: KeyPlanRow, viewer: Reader['viewer']): KeyPlan {
  const plan = presentKeyPlan(row);
  if (sees(viewer, 'plan_settings')) return plan;
  return { ...plan, description: '', second_person_removal: null, iam_connections: [], key_system_connections: [] };
}
