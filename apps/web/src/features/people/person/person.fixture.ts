import type { AccessEvaluation, AccessReason, AccessWeek, AccessWeekRow, PersonDetails } from '@key2xs/contract';

/** An active person; `changes` overrides fields. */
export function aPerson(changes: Partial<PersonDetails> = {}): PersonDetails {
  return {
    id: '01900000-0000-7000-8000-0000000000e1',
    connection_id: '01900000-0000-7000-8000-0000000000a1',
    connection_name: 'City staff',
    external_id: 'E100001',
    username: null,
    display_name: 'Ada Moss',
    given_name: 'Ada',
    family_name: 'Moss',
    email: 'ada@city.test',
    job_title: 'Nurse',
    department: 'Health',
    company: null,
    location: null,
    employee_id: '4711',
    employee_type: null,
    manager_ref: null,
    manager: null,
    reports: 0,
    groups: [],
    active: true,
    state: 'active',
    starts_on: null,
    ends_on: null,
    suspended_at: null,
    left_at: null,
    forgotten_after: null,
    created_at: '2026-03-01T08:00:00Z',
    updated_at: '2026-03-01T08:00:00Z',
    ...changes,
  };
}

/** A rule for a department, through a profile and a group, on weekdays. */
export function aReason(changes: Partial<AccessReason> = {}): AccessReason {
  return {
    keyplan_id: '01900000-0000-7000-8000-000000000501',
    keyplan_name: 'City buildings',
    rule_id: '01900000-0000-7000-8000-000000000502',
    rule_name: 'Health, all clinics',
    rule_updated_at: '2026-03-03T08:00:00Z',
    rule_updated_by: 'admin',
    rule_version: 12,
    rule_note: 'after the March incident',
    matched: [{ subject_type: 'department', subject_identifier: 'Health', name: 'Health' }],
    path: [
      { object_type: 'access_profile', id: '01900000-0000-7000-8000-000000000503', name: 'Clinics' },
      { object_type: 'cylinder_group', id: '01900000-0000-7000-8000-000000000504', name: 'Clinic doors' },
      { object_type: 'cylinder', id: '01900000-0000-7000-8000-000000000505', name: 'C-014' },
    ],
    windows: [{ days: [1, 2, 3, 4, 5], from: '07:00', to: '19:00', valid_from: null, valid_until: null }],
    open_now: true,
    until: null,
    ...changes,
  };
}

type Grant = AccessEvaluation['grants'][number];

export function aGrant(changes: Partial<Grant> = {}): Grant {
  return {
    cylinder_id: '01900000-0000-7000-8000-000000000505',
    marking: 'C-014',
    name: 'Main entrance',
    location: 'Clinic North',
    key_system_connection_id: '01900000-0000-7000-8000-000000000601',
    open_now: true,
    recorded: 'yes',
    since: '2026-03-01T08:00:00Z',
    reasons: [aReason()],
    ...changes,
  };
}

export function anEvaluation(changes: Partial<AccessEvaluation> = {}): AccessEvaluation {
  return {
    person_id: '01900000-0000-7000-8000-0000000000e1',
    layer: 'desired',
    at: '2026-03-03T09:14:00Z',
    as_of: 'now',
    grants: [aGrant()],
    recorded_only: [],
    unchanged_since: '2026-03-01T08:00:00Z',
    on_keys: [],
    recorded: [
      {
        key_system_connection_id: '01900000-0000-7000-8000-000000000601',
        key_system_name: 'Head office',
        state: 'active',
        profiles: ['Clinics'],
        read_at: '2026-03-03T06:00:00Z',
      },
    ],
    ...changes,
  };
}

/** The rule of `aReason`, to one door on weekdays. */
export function aWeekRow(changes: Partial<AccessWeekRow> = {}): AccessWeekRow {
  const { matched, path, ...reason } = aReason();
  return {
    ...reason,
    subjects: matched,
    through: path.slice(0, 1),
    doors: 1,
    people: 214,
    time_zone: 'Europe/Berlin',
    now: 1_440 + 614,
    spans: [1, 2, 3, 4, 5].map((day) => ({ from: (day - 1) * 1_440 + 420, to: (day - 1) * 1_440 + 1_140 })),
    ...changes,
  };
}

export const aWeek = (rows: AccessWeekRow[] = [aWeekRow()]): AccessWeek => ({
  of: 'person',
  id: '01900000-0000-7000-8000-0000000000e1',
  layer: 'desired',
  at: '2026-03-03T09:14:00Z',
  as_of: 'now',
  rows,
  people: [],
  departments: [],
});
