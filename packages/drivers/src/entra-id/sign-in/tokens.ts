import { createHash, X509Certificate } from 'node:crypto';
import {
  AuthError,
  ConfidentialClientApplication,
  type INetworkModule,
  type NetworkRequestOptions,
  ServerError,
} from '@azure/msal-node';
import type { SourceCredential } from '../../called-source-driver';
import { DriverError } from '../../driver-error';
import { createGate } from '../../transport/gate';
import type { Answer, Exchange, HttpClient, Tried } from '../../transport/http-client';
import { retryAfter } from '../../transport/http-client';
import { microsoft } from '../configuration';
import { EntraError } from '../entra-error';
import { aadstsNumber, signInRefused } from './aadsts';

export type Application = { tenant_id: string; client_id: string; credential: SourceCredential };

export type TokenCall = {
  signal: AbortSignal;
  watch?: ((tried: Tried) => void) | undefined;
  /** The cached token was rejected: get another. */
  isRenewed?: boolean;
};

/** Access tokens for Microsoft Graph, cached until shortly before they expire. */
export type Tokens = { get(call: TokenCall): Promise<string> };

const scopes = ['https://graph.microsoft.com/.default'];

/**
 * The token cache of one application and credential. MSAL implements sign-in and cache; all calls use our own transport, so
 * that its limits for addresses, time and size apply.
 * @param login the sign-in origin, `https://host:port`
 * @throws EntraError certificate_unusable
 */
export function createTokens(login: string, application: Application, http: HttpClient): Tokens {
  const pass = createGate(1); // a concurrent second call finds the token of the first in the cache
  let current: TokenCall | undefined;
  let failure: unknown;
  const networkClient = callOutBy(async (path, options) => {
    try {
      return await http.send(tokenExchange(path, options, current));
    } catch (error) {
      failure = error;
      throw error;
    }
  });
  const client = openClient(login, application, networkClient);
  return {
    get: (call) =>
      pass(async () => {
        current = call;
        failure = undefined;
        try {
          const result = await client.acquireTokenByClientCredential({ scopes, skipCache: call.isRenewed === true });
          if (result?.accessToken) return result.accessToken;
        } catch (error) {
          throw failure ?? asRefusal(error, application.credential);
        }
        throw new EntraError('bad_answer');
      }),
  };
}

function openClient(login: string, { tenant_id, client_id, credential }: Application, networkClient: INetworkModule) {
  try {
    const shown =
      credential.kind === 'secret'
        ? { clientSecret: credential.secret }
        : {
            clientCertificate: {
              thumbprintSha256: thumbprintOf(credential.certificate_pem),
              privateKey: credential.private_key_pem,
            },
          };
    const auth = { clientId: client_id, authority: `${login}/${tenant_id}`, ...placesOf(login, tenant_id), ...shown };
    return new ConfidentialClientApplication({ auth, system: { networkClient } });
  } catch {
    throw new EntraError(credential.kind === 'secret' ? 'secret_missing' : 'certificate_unusable');
  }
}

/** Endpoints that MSAL knows for Microsoft, and would discover for any other host. */
function placesOf(login: string, tenantId: string) {
  if (login === microsoft.login) return {};
  const [tenant, oauth] = [`${login}/${tenantId}`, `${login}/${tenantId}/oauth2/v2.0`];
  const metadata = {
    issuer: `${tenant}/v2.0`,
    authorization_endpoint: `${oauth}/authorize`,
    token_endpoint: `${oauth}/token`,
    jwks_uri: `${tenant}/discovery/v2.0/keys`,
  };
  return { knownAuthorities: [new URL(login).host], authorityMetadata: JSON.stringify(metadata) };
}

const thumbprintOf = (certificatePem: string) =>
  createHash('sha256').update(new X509Certificate(certificatePem).raw).digest('hex');

type Sent = { status: number; headers: Record<string, string>; body: unknown };

/** MSAL declares the type of an answer but validates nothing; the transport ensures that it is an object. */
function callOutBy(send: (path: string, options: NetworkRequestOptions & { method: 'GET' | 'POST' }) => Promise<Sent>) {
  const call =
    (method: 'GET' | 'POST') =>
    async <T>(url: string, options: NetworkRequestOptions = {}) => {
      const { pathname, search } = new URL(url);
      return (await send(`${pathname}${search}`, { ...options, method })) as Sent & { body: T };
    };
  return { sendGetRequestAsync: call('GET'), sendPostRequestAsync: call('POST') };
}

function tokenExchange(
  path: string,
  { method, headers = {}, body }: NetworkRequestOptions & { method: 'GET' | 'POST' },
  call: TokenCall | undefined,
): Exchange<Sent> {
  return {
    method,
    path,
    headers: { ...headers, accept: 'application/json' },
    body,
    signal: call?.signal,
    ...(call?.watch && { watch: call.watch }),
    understand: (answer: Answer) => {
      const failure = passingFailure(answer);
      return failure ? { failure } : { value: { status: answer.statusCode, headers: {}, body: parse(answer) } };
    },
  };
}

/** Retries temporary failures here, so that MSAL never caches its own refusal. */
function passingFailure({ statusCode: status, headers }: Answer) {
  if (status !== 429 && status < 500) return undefined;
  const retry_after_seconds = retryAfter(headers);
  const cause = new Error(`HTTP ${status}`);
  return {
    error: new EntraError(status === 429 ? 'throttled' : 'refused', { retry_after_seconds, cause }),
    again: true,
  };
}

function parse({ text }: Answer): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // as below
  }
  throw new EntraError('bad_answer');
}

function asRefusal(error: unknown, { kind }: SourceCredential): Error {
  if (error instanceof DriverError) return error;
  if (error instanceof AuthError) {
    const errorNumber = error instanceof ServerError ? error.errorNo : undefined;
    const number = errorNumber ?? aadstsNumber(error.errorMessage);
    if (number !== '' || error instanceof ServerError) return signInRefused(number);
  }
  return new EntraError(kind === 'secret' ? 'sign_in_refused' : 'certificate_unusable');
}
