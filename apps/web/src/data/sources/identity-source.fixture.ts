import type { IamConnection } from '@key2xs/contract';

/** For tests: an imported staff list; `changes` overrides fields. */
export function aSource(changes: Partial<IamConnection> = {}): IamConnection {
  return {
    id: '01900000-0000-7000-8000-00000000000a',
    name: 'City staff list',
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
    last_read_at: '2026-03-01T08:00:00Z',
    waiting_change_set_id: null,
    version: 1,
    created_at: '2026-03-01T08:00:00Z',
    updated_at: '2026-03-01T08:00:00Z',
    ...changes,
  };
}
