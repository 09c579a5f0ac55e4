import type { GainOrLoss, PlanComparison, PlanDelta, PlanVersion } from '@key2xs/contract';

const noEffect: PlanDelta = {
  people_gaining: 0,
  people_losing: 0,
  rights_gained: 0,
  rights_lost: 0,
  doors: 0,
  people_other_hours: 0,
  by_department: [],
  by_location: [],
  sensitive_locations: 0,
  keys_to_update: 0,
  cylinders_to_visit: 0,
  people_without_key: 0,
  keys_read_at: '2026-03-01T08:00:00Z',
  longest_key_list: { before: 0, after: 0 },
  schedule_conflicts: { before: 0, after: 0, policy: 'refuse' },
  people_reached: 0,
  needs_confirmation: false,
  revision: '1',
};

type Changed = Partial<Omit<PlanComparison, 'effect'>> & { effect?: Partial<PlanDelta> };

/** Everybody gains or loses every door. */
const rightsOf = ({ people_gaining = 0, people_losing = 0, doors = 0 }: Partial<PlanDelta> = {}) => ({
  rights_gained: people_gaining * doors,
  rights_lost: people_losing * doors,
});

/** For tests: a draft that differs by one deleted rule, and affects no people unless `effect` says so. */
export function aComparison({ effect, ...changes }: Changed = {}): PlanComparison {
  return {
    from: 'in_force',
    to: 'draft',
    changes: [
      {
        kind: 'rule',
        change: 'removed',
        record_id: '01900000-0000-7000-8000-0000000000d1',
        name: 'Fire stations for FIRE',
        before: null,
        after: null,
        gains: 0,
        loses: effect?.people_losing ?? 0,
      },
    ],
    effect: { ...noEffect, ...rightsOf(effect), ...effect },
    by_crossing: { departments: [], places: [], cells: [] },
    visits: [],
    ...changes,
  };
}

/** For tests: version 1, made with the plan and no longer in force. */
export function aVersion(changes: Partial<PlanVersion> = {}): PlanVersion {
  return {
    number: 1,
    at: '2026-03-01T08:00:00Z',
    cause: 'created',
    made_by: 'ada',
    reason: null,
    changes: {},
    figures: null,
    is_in_force: false,
    ...changes,
  };
}

const gate = { id: '01900000-0000-7000-8000-0000000000e5', marking: 'A-101', name: 'North gate' };

/** For tests: a person who gains the north gate. */
export function aGain(changes: Partial<GainOrLoss> = {}): GainOrLoss {
  return {
    id: '01900000-0000-7000-8000-0000000000c1',
    connection_id: '01900000-0000-7000-8000-00000000000a',
    employee_id: 'T1001',
    display_name: 'Robin Gate',
    department: 'FIRE',
    job_title: 'LIEUTENANT',
    gained: [gate],
    lost: [],
    doors_gained: 1,
    doors_lost: 0,
    ...changes,
  };
}
