import type { Endpoint } from '@key2xs/contract';
import { currentLanguage } from '../i18n';
import { session } from '../session';
import { ConnectionError } from './api-error';
import { problemOf } from './problem-of';
import { type AnyInput, type Request, requestOf } from './request';

const TIMEOUT_MS = 30_000;

export type SendOptions = {
  signal?: AbortSignal;
  /** Expected version; any other fails with version_conflict and changes nothing. */
  ifMatch?: number;
  /** 30 seconds unless given. */
  timeoutMs?: number;
};

/**
 * Sends one request with the session's token. A 401 ends the session, unless it reports a wrong password or the token
 * was just replaced.
 * @throws ConnectionError no answer; SessionError no usable session
 */
export async function send(
  endpoint: Endpoint,
  input: AnyInput,
  options: SendOptions & { idempotencyKey?: string },
): Promise<Response> {
  const request = requestOf(endpoint, input);
  if (options.ifMatch !== undefined) request.headers['if-match'] = `"${options.ifMatch}"`;
  if (options.idempotencyKey) request.headers['idempotency-key'] = options.idempotencyKey;
  if (endpoint.allow === 'public') return transmit(request, undefined, options);

  const token = session.requireToken();
  const response = await transmit(request, token, options);
  if (response.status !== 401 || (await codeOf(response)) === 'invalid_credentials') return response;
  const fresh = session.token();
  if (fresh && fresh !== token) return transmit(request, fresh, options);
  session.end(fresh === token);
  return response;
}

async function transmit(request: Request, token: string | undefined, options: SendOptions): Promise<Response> {
  const { url, method, body } = request;
  const headers = {
    ...request.headers,
    'x-language': currentLanguage(),
    ...(token && { authorization: `Bearer ${token}` }),
  };
  const timeout = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  try {
    return await fetch(url, { method, headers, body, signal });
  } catch (cause) {
    if (options.signal?.aborted) throw new ConnectionError('cancelled', { cause });
    throw new ConnectionError(timeout.aborted ? 'timeout' : 'network', { cause });
  }
}

/** A response whose body was read to the end; undefined when it is not JSON. */
export type Exchange = { response: Response; body: unknown };

/** Sends one request and reads the answer; a truncated one counts as none. @throws like `send` */
export async function ask(...[endpoint, input, options]: Parameters<typeof send>): Promise<Exchange> {
  const response = await send(endpoint, input, options);
  const text = await response.text().catch((cause: unknown) => {
    throw new ConnectionError(options.signal?.aborted ? 'cancelled' : 'network', { cause });
  });
  return { response, body: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function codeOf(response: Response): Promise<string> {
  return problemOf(response.status, parsed(await response.clone().text())).code;
}
