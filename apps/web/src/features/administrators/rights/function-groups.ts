import type { AdminFunction } from '@key2xs/contract';

/** The functions as screens group them. */
export const functionGroups = {
  people: ['view_people'],
  doors: ['view_cylinders', 'edit_places'],
  keys: ['assign_keys', 'request_keys'],
  plans: ['view_plans', 'edit_plans', 'activate_plans'],
  connections: ['manage_sources', 'run_syncs', 'decide_changes', 'work_list'],
  audit: ['user_audits', 'reveal_access_events', 'review_access', 'audit_log'],
} as const satisfies Record<string, readonly AdminFunction[]>;

export type FunctionGroup = keyof typeof functionGroups;
export const functionGroupNames = Object.keys(functionGroups) as FunctionGroup[]; // keys of a closed const object
