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
import { retryAfter } from '../../transport/retry-after';
import { microsoft } from '../configuration';
import { EntraError } from '../entra-error';
import { aadstsNumber, signInRefused } from './aadsts';

export type Application = { tenant_id: string; client_id: string; credential: SourceCredential };

export type TokenCall = {
  signal: AbortSignal;
  watch?: ((tried: Tried) => void) | undefined;
  /** The one that is kept was refused: get another. */
  isRenewed?: boolean;
};

/** Access tokens for Microsoft Graph, kept until shortly before they end. */
export type Tokens = { get(call: TokenCall): Promise<string> };

const scopes = ['https://graph.microsoft.com/.default'];

/**
 * One cache of tokens for one application and credential. MSAL knows the way of signing in and its cache; every call goes out
 * by our own transport, so that its rules of addresses, times and sizes hold here too.
 * @param login where people sign in, `https://host:port`
 * @throws EntraError certificate_unusable
 */
export function createTokens(login: string, application: Application, http: HttpClient): Tokens {
  const pass = createGate(1); // the second who asks finds what the first has brought
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

/** What MSAL knows of Microsoft, and would ask any other place for. */
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

/** MSAL names the type of an answer and checks nothing; what it gets has been read as an object. */
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

/** What passes is tried again here, so that MSAL never keeps a refusal of its own. */
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
    const told = error instanceof ServerError ? error.errorNo : undefined;
    const number = told ?? aadstsNumber(error.errorMessage);
    if (number !== '' || error instanceof ServerError) return signInRefused(number);
  }
  return new EntraError(kind === 'secret' ? 'sign_in_refused' : 'certificate_unusable');
}
