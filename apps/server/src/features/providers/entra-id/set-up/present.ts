import { type EntraSetup, type EntraSetupState, entraSetupChecks } from '@key2xs/contract';
import { consentAddress } from '@key2xs/drivers';
import { type Language, type Sentence, say } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import type { Deps } from '#platform/deps';
import type { StoredCheck } from '#platform/schema/schema';
import { consentOrigin, sharedClientId } from './applications';
import type { PresentSetup } from './queries';

const nextActions: Record<EntraSetupState, EntraSetup['next_action']> = {
  initiated: 'enter',
  awaiting_consent: 'consent_or_enter',
  consent_received: 'wait',
  verifying: 'wait',
  ready: 'confirm',
  completed: 'map',
  denied: 'start_again',
  failed: 'start_again',
  expired: 'start_again',
  cancelled: 'start_again',
};

export const expired: Sentence = say('entraSession.notFound');

export const noChecks: StoredCheck[] = entraSetupChecks.map((name) => ({ name, state: 'pending', message: null }));

export function presentSetup(deps: Deps, row: PresentSetup, language: Language): EntraSetup {
  const status = row.is_over ? 'expired' : row.status;
  const { checks, certificate, organisation, permissions, people, webhook, mode } = row;
  return {
    session: row.id,
    connection_name: row.connection_name,
    status,
    message: renderSentence(row.is_over ? expired : row.message, language),
    error_code: row.is_over ? 'expired' : row.error_code,
    next_action: nextActions[status],
    expires_at: row.expires_at.toISOString(),
    is_sandbox: row.is_sandbox,
    mode,
    consent_url: status === 'awaiting_consent' ? consentUrl(deps, row) : null,
    redirect_uri: row.redirect_uri,
    certificate,
    checks: (checks.length > 0 ? checks : noChecks).map(({ message, ...check }) => ({
      ...check,
      message: message ? renderSentence(message, language) : '',
    })),
    next_try_at: status === 'consent_received' ? (row.due_at?.toISOString() ?? null) : null,
    organisation,
    permissions,
    people,
    webhook,
    connection_id: row.connection_id,
  };
}

function consentUrl(deps: Deps, row: PresentSetup): string | null {
  const client_id = sharedClientId(deps, row.is_sandbox);
  if (!row.state_sealed || client_id === undefined) return null;
  return consentAddress({
    login: consentOrigin(deps, row),
    client_id,
    redirect_uri: row.redirect_uri,
    state: deps.secrets.open(row.state_sealed, row.id),
  });
}
