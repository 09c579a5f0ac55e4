import type { CalledSourceAccess, SourceCredential } from '@key2xs/drivers';
import { microsoft } from '@key2xs/drivers';
import { asSourceCredential } from '#features/iam/service';
import type { Deps } from '#platform/deps';
import { entraOf } from '../create-entra';
import type { SetupRow } from './queries';

/** Where browsers consent: that of the sandbox, or Microsoft's. */
export const consentOrigin = (deps: Deps, { is_sandbox }: Pick<SetupRow, 'is_sandbox'>): string =>
  (is_sandbox ? entraOf(deps).sandbox?.consent_url : undefined) ?? microsoft.login;

/** The application that others consent to; undefined where only an app registration of the tenant can be used. */
export function sharedClientId(deps: Deps, isSandbox: boolean): string | undefined {
  return isSandbox ? entraOf(deps).sandbox?.shared_application.client_id : deps.config.sharedApplication?.client_id;
}

/**
 * What the connection will be configured with. In the sandbox the shared application is entered as if it were the tenant's
 * own: the product's own secret is never shown to it.
 */
export function configurationOf(deps: Deps, row: SetupRow): Record<string, unknown> {
  const { tenant_id, client_id, is_sandbox, permissions } = row;
  const peer = is_sandbox ? entraOf(deps).sandbox : undefined;
  const endpoints = peer && {
    login: peer.login_url,
    graph: peer.graph_url,
    certificate_authority_pem: peer.authority_pem,
  };
  return {
    ...(client_id ? { mode: 'own_app', client_id } : { mode: 'shared_app' }),
    tenant_id,
    read_groups: mayReadGroups(permissions),
    ...(endpoints && { endpoints }),
  };
}

/** Unknown before the permissions are. */
const mayReadGroups = (granted: readonly string[]): boolean => granted.some((name) => /^(Group|Directory)/.test(name));

/** The secret or certificate that was entered. @throws SecretUnreadable */
function credentialOf({ secrets }: Deps, row: SetupRow): SourceCredential | undefined {
  const { id, credential_kind: kind, credential_sealed: sealed } = row;
  return kind && sealed ? asSourceCredential(kind, secrets.open(sealed, id)) : undefined;
}

/** For calling Microsoft while it is set up. */
export const accessOf = (deps: Deps, row: SetupRow, signal: AbortSignal): CalledSourceAccess => ({
  connectionId: row.id,
  configuration: configurationOf(deps, row),
  credential: credentialOf(deps, row),
  attributes: ['displayName', 'department', 'jobTitle', ...(mayReadGroups(row.permissions) ? ['groups'] : [])],
  signal,
});
