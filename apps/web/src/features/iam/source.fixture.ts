import type { IamConnection, StaffList } from '@key2xs/contract';

/** An imported staff list; `changes` overrides fields. */
export function aSource(changes: Partial<IamConnection> = {}): IamConnection {
  return {
    id: '01900000-0000-7000-8000-0000000000a1',
    name: 'City staff',
    provider: 'csv',
    is_active: true,
    description: null,
    admin_contact: null,
    sync_interval: 'disabled',
    configuration_data: {},
    mapping_config: {},
    guard_limit_percent: 5,
    grace_days: 30,
    people: 32_812,
    last_read_at: null,
    waiting_change_set_id: null,
    version: 4,
    created_at: '2026-03-01T08:00:00Z',
    updated_at: '2026-03-01T08:00:00Z',
    ...changes,
  };
}

/** Three people in four columns, one without an e-mail address. */
export function aStaffList(changes: Partial<StaffList> = {}): StaffList {
  return {
    id: '01900000-0000-7000-8000-0000000000b1',
    connection_id: '01900000-0000-7000-8000-0000000000a1',
    file_name: 'staff.csv',
    bytes: 180,
    rows: 3,
    columns: [
      { name: 'employeeId', filled: 3, samples: ['E1', 'E2', 'E3'] },
      { name: 'fullName', filled: 3, samples: ['Ada Moss', 'Bo Reed', 'Cy Dunn'] },
      { name: 'mail', filled: 2, samples: ['ada@city.test'] },
      { name: 'unit', filled: 3, samples: ['Fire', 'Police'] },
    ],
    suggested_mapping: { external_id: 'employeeId', display_name: 'fullName', email: 'mail' },
    uploaded_at: '2026-03-03T09:00:00Z',
    ...changes,
  };
}
