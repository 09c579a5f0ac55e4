import type { Answer, ReceivedCall } from '../call';
import type { Running } from '../running';
import { answerRefusal, LoginRefused } from './login-refusal';
import { isTenant } from './token-endpoint';

/** Metadata that sign-in libraries read before they request a token. */
export function answerMetadata(running: Running, { segments: [tenant = ''] }: ReceivedCall): Answer {
  const { system, bases } = running;
  if (!isTenant(running, tenant) && !['common', 'organizations'].includes(tenant)) {
    return answerRefusal(new LoginRefused('90002'), { client: '', tenant, now: system.clock.now() });
  }
  const [base = ''] = bases();
  const root = `${base}/${tenant}`;
  const body = {
    issuer: `${base}/${system.tenant_id}/v2.0`,
    authorization_endpoint: `${root}/oauth2/v2.0/authorize`,
    token_endpoint: `${root}/oauth2/v2.0/token`,
    jwks_uri: `${root}/discovery/v2.0/keys`,
    token_endpoint_auth_methods_supported: ['client_secret_post', 'private_key_jwt', 'client_secret_basic'],
    response_types_supported: ['code'],
    subject_types_supported: ['pairwise'],
    id_token_signing_alg_values_supported: ['RS256'],
    tenant_region_scope: null,
    cloud_instance_name: new URL(base).host,
    msgraph_host: new URL(base).host,
  };
  return { status: 200, body };
}

export function answerInstance(running: Running): Answer {
  const [base = ''] = running.bases();
  const { host } = new URL(base);
  const metadata = [{ preferred_network: host, preferred_cache: host, aliases: [host] }];
  const tenant_discovery_endpoint = `${base}/${running.system.tenant_id}/v2.0/.well-known/openid-configuration`;
  return { status: 200, body: { tenant_discovery_endpoint, 'api-version': '1.1', metadata } };
}
