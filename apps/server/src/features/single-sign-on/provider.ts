import { DriverError } from '@key2xs/drivers';
import * as oidc from 'openid-client';
import { z } from 'zod';
import type { Deps } from '#platform/deps';
import { providerFetch } from './provider-fetch';

/** Signatures by keys that are read from the provider; none by the client secret, and no unsigned token. */
export const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'Ed25519',
  'EdDSA',
] as const;

const timeoutSeconds = 10;
const clockToleranceSeconds = 30;

export type ProviderAddress = { issuer: string; authority_pem: string | null };
type Client = { client_id: string; client_secret: string | undefined };

/** Why a provider cannot be used: by `kind`, it cannot be asked, or says something that must not be accepted. */
export class ProviderFailure extends Error {
  override name = 'ProviderFailure';
  constructor(
    readonly kind: 'unreachable' | 'address_refused' | 'tls_untrusted' | 'timeout' | 'bad_answer' | 'other_issuer',
    /** For the log and the audit log: a code of the library or of the transport. */
    readonly reason: string,
    /** Of other_issuer: what the provider calls itself. */
    readonly issuer = '',
    options?: ErrorOptions,
  ) {
    super(`${kind}: ${reason}`, options);
  }
}

/** What the provider says about itself. @throws ProviderFailure */
export async function discover(
  deps: Pick<Deps, 'outbound'>,
  { issuer, authority_pem }: ProviderAddress,
): Promise<oidc.ServerMetadata> {
  const options = { [oidc.customFetch]: providerFetch(deps, authority_pem), timeout: timeoutSeconds };
  const found = await oidc.discovery(new URL(issuer), 'unused', undefined, oidc.None(), options).catch(rethrow);
  const { supportsPKCE: _, ...metadata } = found.serverMetadata();
  // The library lets Microsoft's addresses differ, by which everybody's directory could sign in.
  if (new URL(metadata.issuer).href !== new URL(issuer).href) throw otherIssuer(metadata);
  return metadata;
}

/**
 * A provider that is ready to sign someone in. It has read no keys yet, so that rotated ones are read with the next sign-in.
 * @throws ProviderFailure
 */
export async function openProvider(
  deps: Pick<Deps, 'outbound'>,
  { client_id, client_secret, ...address }: ProviderAddress & Client,
): Promise<oidc.Configuration> {
  const metadata = await discover(deps, address);
  const configuration = new oidc.Configuration(
    { ...metadata, id_token_signing_alg_values_supported: acceptedAlgorithms(metadata) },
    client_id,
    { [oidc.clockTolerance]: clockToleranceSeconds },
    authenticationOf(metadata, client_secret),
  );
  configuration[oidc.customFetch] = providerFetch(deps, address.authority_pem);
  configuration.timeout = timeoutSeconds;
  oidc.enableNonRepudiationChecks(configuration);
  return configuration;
}

/** A provider that does not say how it signs uses RS256, as the standard has it. */
export const acceptedAlgorithms = ({ id_token_signing_alg_values_supported: said = ['RS256'] }: oidc.ServerMetadata) =>
  algorithms.filter((name) => said.includes(name));

/** Basic unless the provider takes the secret in the body only. */
function authenticationOf({ token_endpoint_auth_methods_supported: methods }: oidc.ServerMetadata, secret?: string) {
  if (secret === undefined) return oidc.None();
  const isPostOnly = methods?.includes('client_secret_post') && !methods.includes('client_secret_basic');
  return isPostOnly ? oidc.ClientSecretPost(secret) : oidc.ClientSecretBasic(secret);
}

/** @throws ProviderFailure always */
export function rethrow(error: unknown): never {
  throw failureOf(error);
}

const kinds: Partial<Record<string, ProviderFailure['kind']>> = {
  unreachable: 'unreachable',
  rate_limited: 'unreachable',
  certificate_rejected: 'unreachable',
  address_refused: 'address_refused',
  tls_untrusted: 'tls_untrusted',
  timeout: 'timeout',
  aborted: 'timeout',
};

function failureOf(error: unknown): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  const failed = (kind: ProviderFailure['kind'], reason: string) =>
    new ProviderFailure(kind, reason, '', { cause: error });
  const causes = causesOf(error);
  const transport = causes.find((cause) => cause instanceof DriverError);
  if (transport) return failed(kinds[transport.kind] ?? 'bad_answer', transport.kind);
  if (error instanceof oidc.ResponseBodyError) {
    return failed(error.status >= 500 ? 'unreachable' : 'bad_answer', error.error.slice(0, 100));
  }
  const code = codeOf(error) ?? 'unknown';
  if (code === 'OAUTH_TIMEOUT') return failed('timeout', code);
  const compared = Comparison.safeParse(error instanceof Error ? error.cause : undefined);
  return compared.success ? otherIssuer(compared.data.body) : failed('bad_answer', code);
}

const otherIssuer = ({ issuer }: { issuer: string }) =>
  new ProviderFailure('other_issuer', 'issuer', issuer.slice(0, 500));

/** How the library says that the issuer of a description is another one. */
const Comparison = z.object({ attribute: z.literal('issuer'), body: z.object({ issuer: z.string() }) });

function causesOf(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : [];
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
