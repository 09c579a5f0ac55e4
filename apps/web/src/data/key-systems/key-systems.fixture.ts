import {
  type ClientCertificateInfo,
  type Diagnosis,
  DiagnosisStepName,
  type KeySystemConnection,
} from '@key2xs/contract';

/** For tests: a reachable key system whose inventory has been read; `changes` overrides fields. */
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
    inventory_loss: null,
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

/** A client certificate that ends in `days` days and a few hours. */
export const aCertificate = (days: number, changes: Partial<ClientCertificateInfo> = {}): ClientCertificateInfo => ({
  subject: 'CN=key2xs, O=Town',
  issuer: 'CN=Lock CA',
  fingerprint_sha256: 'AB:CD:EF',
  key_kind: 'RSA 2048',
  not_before: '2026-01-01T00:00:00Z',
  not_after: new Date(Date.now() + (days + 0.5) * 86_400_000).toISOString(),
  ...changes,
});

/** The same key system with another active certificate. */
export function withCertificate(info: ClientCertificateInfo, changes: Partial<KeySystemConnection> = {}) {
  const { active_configuration, ...rest } = aKeySystem(changes);
  const config_data = { ...active_configuration.config_data, client_certificate_info: info };
  return { ...rest, active_configuration: { ...active_configuration, config_data } };
}

/** A connection test that passed a moment ago. */
export const aDiagnosis = (changes: Partial<Diagnosis> = {}): Diagnosis => ({
  certificate_id: '01900000-0000-7000-8000-0000000000c1',
  started_at: new Date(Date.now() - 5 * 60_000 - 1_000).toISOString(),
  ended_at: new Date(Date.now() - 5 * 60_000).toISOString(),
  is_passed: true,
  status_message: 'CLIQ Web Manager answered for the domain HQ.',
  steps: DiagnosisStepName.options.map((name) => ({
    name,
    state: 'passed',
    message: `${name} is fine.`,
    error_kind: null,
    duration_ms: 12,
  })),
  ...changes,
});
