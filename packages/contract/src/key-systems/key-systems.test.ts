import { describe, expect, it } from 'vitest';
import { AnyKeySystemList } from './key-systems';

const connection = {
  id: '01900000-0000-7000-8000-000000000001',
  name: 'Head office',
  system_type: 'CLIQ_WEB_MANAGER',
  description: null,
  status: 'ACTIVE',
  is_active: true,
  is_sandbox: false,
  error_message: null,
  last_successful_interaction: null,
  capabilities: [],
  inventory_read_at: null,
  inventory_loss: null,
  inventory_counts: {},
  cylinders: 0,
  cylinder_groups: 0,
  open_work_items: 0,
  guard_limit_percent: 5,
  waiting_change_set_id: null,
  active_configuration: {
    id: '01900000-0000-7000-8000-000000000002',
    created_at: '2026-03-01T08:00:00Z',
    config_data: { cliq_api_url: 'https://cliq.test', domain_name: 'HQ', client_certificate_info: null },
  },
  standby_certificate: null,
  last_test: null,
  version: 1,
  created_at: '2026-03-01T08:00:00Z',
  updated_at: '2026-03-01T08:00:00Z',
};

describe('AnyKeySystemList', () => {
  it.each([
    ['an array', [connection]],
    ['items', { items: [connection], total: 1 }],
    ['connections', { connections: [connection] }],
    ['results', { results: [connection] }],
  ])('reads %s', (_shape, body) => {
    expect(AnyKeySystemList.parse(body)).toEqual({ items: [connection] });
  });

  it.each([
    [
      { status: 'MELTED', is_active: true },
      { status: 'ERROR', is_active: true },
    ],
    [
      { status: 'ACTIVE', is_active: false },
      { status: 'DISABLED', is_active: false },
    ],
    [
      { status: 'ACTIVE', is_active: undefined },
      { status: 'ACTIVE', is_active: true },
    ],
    [
      { status: 'CONFIGURED', is_active: undefined },
      { status: 'CONFIGURED', is_active: false },
    ],
  ])('takes %o for %o', (sent, shown) => {
    expect(AnyKeySystemList.parse([{ ...connection, ...sent }]).items[0]).toMatchObject(shown);
  });

  it('refuses what is none of these', () => {
    for (const body of [null, 'list', {}, { items: [{ name: 'half' }] }]) {
      expect(AnyKeySystemList.safeParse(body).success).toBe(false);
    }
  });
});
