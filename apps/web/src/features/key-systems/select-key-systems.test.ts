import { describe, expect, it } from 'vitest';
import { aKeySystem } from '#data/key-systems/key-systems.fixture';
import type { KeySystemsSearch } from './key-systems-search';
import { selectKeySystems } from './select-key-systems';

const configured = (cliq_api_url: string) => ({
  ...aKeySystem().active_configuration,
  config_data: { cliq_api_url, domain_name: 'D', client_certificate_info: null },
});
const all = [
  aKeySystem({
    name: 'south',
    status: 'ERROR',
    created_at: '2026-03-02T00:00:00Z',
    last_successful_interaction: '2026-03-03T00:00:00Z',
    active_configuration: configured('https://south.test'),
  }),
  aKeySystem({
    name: 'North',
    last_successful_interaction: null,
    created_at: '2026-03-03T00:00:00Z',
    active_configuration: configured('https://n.test'),
  }),
  aKeySystem({
    name: 'East',
    status: 'DISABLED',
    last_successful_interaction: '2026-03-04T00:00:00Z',
    active_configuration: configured('https://e.test'),
  }),
];
const namesOf = (wanted: KeySystemsSearch) =>
  selectKeySystems(all, wanted, () => 'CLIQ Web Manager').map((s) => s.name);

describe('selectKeySystems', () => {
  it('sorts by name, ignoring case', () => {
    expect(namesOf({})).toEqual(['East', 'North', 'south']);
  });

  it.each([
    ['ORTH', ['North']],
    ['south.test', ['south']],
    ['web manager', ['East', 'North', 'south']],
    ['nowhere', []],
  ])('finds %s in name, endpoint or type name', (search, names) => {
    expect(namesOf({ search })).toEqual(names);
  });

  it('filters by status', () => {
    expect(namesOf({ status: 'ERROR' })).toEqual(['south']);
  });

  it.each([
    ['-name', ['south', 'North', 'East']],
    ['status', ['North', 'south', 'East']],
    ['-status', ['East', 'south', 'North']],
    ['last_successful_interaction', ['North', 'south', 'East']],
    ['-last_successful_interaction', ['East', 'south', 'North']],
    ['created_at', ['East', 'south', 'North']],
    ['-created_at', ['North', 'south', 'East']],
    ['system_type', ['East', 'North', 'south']],
    ['-system_type', ['East', 'North', 'south']],
  ] as const)('sorts by %s, then by name', (sort, names) => {
    expect(namesOf({ sort })).toEqual(names);
  });
});
