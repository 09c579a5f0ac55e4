import type { AccessProfile, AccessRule, KeyPlan } from '@key2xs/contract';

const written = {
  version: 1,
  created_at: '2026-03-01T08:00:00Z',
  updated_at: '2026-03-01T08:00:00Z',
};
export const planId = '01900000-0000-7000-8000-0000000000f1';

/** For tests: a draft with one rule, linked to a source and a key system; `changes` overrides fields. */
export function aKeyPlan(changes: Partial<KeyPlan> = {}): KeyPlan {
  return {
    id: planId,
    name: 'City buildings',
    description: 'Who opens what in the city',
    is_active: false,
    time_zone: 'Europe/Berlin',
    takes_effect: 'at_once',
    needs_second_person: false,
    second_person_removal: null,
    schedule_policy: 'refuse',
    version_in_force: 1,
    pending_changes: 0,
    rules: 2,
    active_rules: 1,
    iam_connections: [{ id: '01900000-0000-7000-8000-00000000000a', name: 'City staff list' }],
    key_system_connections: [{ id: '01900000-0000-7000-8000-000000000001', name: 'Head office' }],
    ...written,
    ...changes,
  };
}

/** For tests: everyone in FIRE may open Fire stations at any time. */
export function anAccessRule(changes: Partial<AccessRule> = {}): AccessRule {
  return {
    id: '01900000-0000-7000-8000-0000000000d1',
    keyplan_id: planId,
    type: 'department',
    name: 'Fire stations for FIRE',
    description: null,
    is_active: true,
    subject_match: 'any',
    subjects: [
      {
        id: '01900000-0000-7000-8000-0000000000d2',
        subject_type: 'department',
        subject_identifier: 'FIRE',
        name: 'FIRE',
      },
    ],
    objects: [
      {
        id: '01900000-0000-7000-8000-0000000000d3',
        object_type: 'access_profile',
        object_identifier: '01900000-0000-7000-8000-0000000000e1',
        name: 'Fire stations',
      },
    ],
    time_restrictions: [],
    people: 4_897,
    updated_by: 'ada',
    ...written,
    ...changes,
  };
}

/** For tests: a profile of one group and one cylinder, 25 doors in all. */
export function anAccessProfile(changes: Partial<AccessProfile> = {}): AccessProfile {
  return {
    id: '01900000-0000-7000-8000-0000000000e1',
    keyplan_id: planId,
    name: 'Fire stations',
    description: null,
    cylinder_ids: ['01900000-0000-7000-8000-0000000000e2'],
    cylinder_group_ids: ['01900000-0000-7000-8000-0000000000e3'],
    cylinders: 25,
    ...written,
    ...changes,
  };
}
