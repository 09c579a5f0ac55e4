import type { Endpoint, Input, Output } from '@key2xs/contract';
import { Problem } from '@key2xs/contract';
import { ApiError, ConnectionError } from './api-error';
import { logFailure } from './log';
import { type AnyInput, type Request, requestOf } from './request';
import { session } from './session';

const TIMEOUT_MS = 30_000;
const DOWNLOAD_TIMEOUT_MS = 60_000;

export type CallOptions = {
  signal?: AbortSignal;
  /** Version the change is meant for; another one answers version_conflict and changes nothing. */
  ifMatch?: number;
  /** The same key sent again answers what the first one answered. */
  idempotencyKey?: string;
  /** What is said when the answer does not say what went wrong. */
  unknownError?: string;
  /** 30 seconds unless a large file is on its way. */
  timeoutMs?: number;
};

/**
 * Calls one endpoint of the contract and answers what its response schema lets through.
 * @throws ApiError what the server answered; ConnectionError no answer; SessionError not signed in well enough to ask
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: CallOptions = {},
): Promise<Output<E>> {
  const response = await send(endpoint, input as AnyInput, options);
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok) {
    const result = deleteResultOf(endpoint, response.status, body);
    if (result === undefined) throw refusalOf(response.status, body, options.unknownError);
    return result as Output<E>; // parsed by the endpoint's own schema
  }
  return endpoint.response.parse(body) as Output<E>; // Output<E> is what this schema answers
}

/** Fetches a file with the session's token and hands it to the browser as a download. A long list takes its time. */
export async function download<E extends Endpoint>(endpoint: E, input: Input<E>, fileName: string): Promise<void> {
  const response = await send(endpoint, input as AnyInput, { timeoutMs: DOWNLOAD_TIMEOUT_MS });
  if (!response.ok) throw refusalOf(response.status, await response.json().catch(() => undefined));
  const url = URL.createObjectURL(await response.blob());
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = fileName;
  anchor.click();
  URL.revokeObjectURL(url);
}

/** A 401 ends the session, except where it only says that a password was wrong or that the token was just replaced. */
async function send(endpoint: Endpoint, input: AnyInput, options: CallOptions): Promise<Response> {
  const request = requestOf(endpoint, input);
  if (options.ifMatch !== undefined) request.headers['if-match'] = `"${options.ifMatch}"`;
  if (options.idempotencyKey) request.headers['idempotency-key'] = options.idempotencyKey;
  if (endpoint.allow === 'public') return transmit(request, undefined, options);

  const token = session.requireToken();
  const response = await transmit(request, token, options);
  if (response.status !== 401 || (await codeOf(response)) === 'invalid_credentials') return response;
  const fresh = session.token();
  if (fresh && fresh !== token) return transmit(request, fresh, options);
  session.end();
  return response;
}

async function transmit(request: Request, token: string | undefined, options: CallOptions): Promise<Response> {
  const { url, method, body } = request;
  const headers = token ? { ...request.headers, authorization: `Bearer ${token}` } : request.headers;
  const timeout = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  try {
    return await fetch(url, { method, headers, body, signal });
  } catch (cause) {
    if (options.signal?.aborted) throw new ConnectionError('cancelled', { cause });
    throw new ConnectionError(timeout.aborted ? 'timeout' : 'network', { cause });
  }
}

async function codeOf(response: Response): Promise<string | undefined> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return problemOf(response.status, body).code;
}

/** A 500 that carries the result of a deletion is that result (as the specification has it). */
function deleteResultOf(endpoint: Endpoint, status: number, body: unknown): unknown {
  if (endpoint.method !== 'DELETE' || status !== 500 || typeof body !== 'object' || body === null) return undefined;
  const candidates = 'detail' in body ? [body.detail, body] : [body];
  return candidates.map((one) => endpoint.response.safeParse(one)).find((parsed) => parsed.success)?.data;
}

/** The error to pass on. What an administrator may have to tell the operator is noted in the console too. */
function refusalOf(status: number, body: unknown, unknownError?: string): ApiError {
  const error = new ApiError(problemOf(status, body, unknownError));
  if (status === 403) logFailure('Insufficient permissions', error);
  if (status >= 500) logFailure('The server failed', error);
  return error;
}

/** The problem as sent, or one made up for an answer that came from something in front of the server. */
function problemOf(status: number, body: unknown, unknownError?: string): Problem {
  const sent = Problem.safeParse(body);
  if (sent.success) return sent.data;
  const detail = unknownError ?? `The server answered ${status} without saying why. Try again in a moment.`;
  return { type: 'about:blank', title: 'Unexpected answer', status, code: 'internal', detail, request_id: '' };
}
