import { type Diagnosis, type KeySystemConnection, KeySystemStatus } from '@key2xs/contract';
import type { Language } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import type { StoredTest } from '#platform/schema/tables/keys/schema-key-systems';
import { type Reader, sees } from '#platform/visible-to';
import { withEnd } from './connection-test/abort-test';
import type { KeySystemRow } from './queries';

/** DISABLED wins over everything; an unknown status is shown as ERROR. */
export function presentStatus({
  is_active,
  last_status,
}: Pick<KeySystemRow, 'is_active' | 'last_status'>): KeySystemStatus {
  if (!is_active) return 'DISABLED';
  const known = KeySystemStatus.safeParse(last_status);
  return known.success ? known.data : 'ERROR';
}

export const tellTest = (test: StoredTest, language: Language): Diagnosis => ({
  ...test,
  status_message: test.status_message ? renderSentence(test.status_message, language) : '',
  steps: test.steps.map((step) => ({ ...step, message: step.message ? renderSentence(step.message, language) : '' })),
});

/** The test that runs, or the last one; ended when it cannot be running any more. */
export function presentTest(test: StoredTest | null, now: Date, language: Language): Diagnosis | null {
  const ended = withEnd(test, now);
  return ended && tellTest(ended, language);
}

export const presentKeySystem = (row: KeySystemRow, now: Date, language: Language): KeySystemConnection => ({
  ...row,
  error_message: row.error_message && renderSentence(row.error_message, language),
  status: presentStatus(row),
  guard_limit_percent: Number(row.guard_limit_percent),
  last_successful_interaction: row.last_successful_interaction?.toISOString() ?? null,
  inventory_read_at: row.inventory_read_at?.toISOString() ?? null,
  active_configuration: {
    id: row.certificate_id ?? row.id,
    created_at: row.configured_at.toISOString(),
    config_data: {
      cliq_api_url: row.cliq_api_url,
      domain_name: row.domain_name,
      client_certificate_info: row.certificate_info,
    },
  },
  standby_certificate: row.standby && {
    ...row.standby,
    created_at: new Date(row.standby.created_at).toISOString(),
    last_test: presentTest(row.standby.last_test, now, language),
  },
  last_test: presentTest(row.last_test, now, language),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

/** As an entry of the list: without its settings for a reader who may not open it. */
export function presentListed(row: KeySystemRow, now: Date, { viewer, language }: Reader): KeySystemConnection {
  const system = presentKeySystem(row, now, language);
  if (sees(viewer, 'key_system_settings')) return system;
  const config_data = { cliq_api_url: '', domain_name: '', client_certificate_info: null };
  return {
    ...system,
    error_message: null,
    capabilities: [],
    inventory_loss: null,
    guard_limit_percent: null,
    active_configuration: { ...system.active_configuration, config_data },
    standby_certificate: null,
    last_test: null,
  };
}
