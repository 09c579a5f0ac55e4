import type { KeySystemConnection } from '@key2xs/contract';

/** For tests: a key system that answers and whose inventory is known; a test changes what it is about. */
export function aKeySystem(changes: Partial<KeySystemConnection> = {}): KeySystemConnection {
  return {
    id: '01900000-0000-7000-8000-000000000001',
    name: 'Head office',
    system_type: 'CLIQ_WEB_MANAGER',
    description: null,
    status: 'ACTIVE',
    is_active: true,
    is_sandbox: false,
    error_message: null,
    last_successful_interaction: '2026-03-01T08:00:00Z',
    inventory_read_at: '2026-03-01T08:00:00Z',
    capabilities: [],
    inventory_counts: { cylinders: 318, cylinder_groups: 40 },
    open_work_items: 0,
    cylinders: 318,
    cylinder_groups: 40,
    guard_limit_percent: 5,
    waiting_change_set_id: null,
    active_configuration: {
      id: '01900000-0000-7000-8000-0000000000c1',
      created_at: '2026-03-01T08:00:00Z',
      config_data: { cliq_api_url: 'https://cliq.test', domain_name: 'HQ', client_certificate_info: null },
    },
    standby_certificate: null,
    last_test: null,
    version: 3,
    created_at: '2026-03-01T08:00:00Z',
    updated_at: '2026-03-01T08:00:00Z',
    ...changes,
  };
}
