import { type Endpoint, type Input, isCreating, isWriting, type Output } from '@key2xs/contract';
import { i18n } from '../i18n';
import { logFailure } from '../log';
import { ApiError, UnreadableAnswer } from './api-error';
import { refusalOf } from './problem-of';
import type { AnyInput } from './request';
import { ask, type SendOptions, send } from './send';
import { sendOnce } from './send-once';
import { stepUp } from './step-up';
import { announceWrite } from './writes';

const DOWNLOAD_TIMEOUT_MS = 60_000;

export type CallOptions = SendOptions & {
  /** The message for an answer without a reason. */
  unknownError?: string;
};

/**
 * Calls one endpoint of the contract and returns the body parsed by its response schema. A call that creates
 * something creates it once, even if it is repeated because no answer came. Where the server wants a fresh proof of who holds
 * the session, the user is asked for it. A write ends once the changed queries are refetched.
 * @throws ApiError the server's refusal; UnreadableAnswer; ConnectionError no answer; SessionError no usable session
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: CallOptions = {},
): Promise<Output<E>> {
  try {
    return await provingIfNeeded(() => exchange(endpoint, input, options));
  } finally {
    if (isWriting(endpoint)) await announceWrite(endpoint);
  }
}

/** Repeats a call once that was refused for want of a fresh proof of who holds the session. */
async function provingIfNeeded<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'step_up_needed' || !(await stepUp())) throw error;
    return attempt();
  }
}

async function exchange<E extends Endpoint>(endpoint: E, input: Input<E>, options: CallOptions): Promise<Output<E>> {
  const sending = isCreating(endpoint) ? sendOnce : ask;
  const { response, body } = await sending(endpoint, input as AnyInput, options);
  if (!response.ok) {
    const result = deleteResultOf(endpoint, response.status, body);
    if (result === undefined) throw refusalOf(response, body, options.unknownError);
    return result as Output<E>; // parsed by the endpoint's own schema
  }
  const parsed = endpoint.response.safeParse(body);
  if (parsed.success) return parsed.data as Output<E>; // Output<E> is the output of this schema
  logFailure(`${endpoint.method} ${endpoint.path} answered against its contract.`, parsed.error);
  throw new UnreadableAnswer(options.unknownError ?? i18n.t('errors.unexpected'), { cause: parsed.error });
}

/** Fetches a file with the session's token. */
export async function fetchFile<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: SendOptions = {},
): Promise<Blob> {
  const response = await provingIfNeeded(async () => {
    const answer = await send(endpoint, input as AnyInput, { timeoutMs: DOWNLOAD_TIMEOUT_MS, ...options });
    if (!answer.ok) throw refusalOf(answer, await answer.json().catch(() => undefined));
    return answer;
  });
  return response.blob();
}

/** Fetches a file and hands it to the browser as a download. */
export async function download<E extends Endpoint>(endpoint: E, input: Input<E>, fileName: string): Promise<void> {
  const url = URL.createObjectURL(await fetchFile(endpoint, input));
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = fileName;
  anchor.click();
  URL.revokeObjectURL(url);
}

/** The specification answers a failed deletion with a 500 that carries its result. */
function deleteResultOf(endpoint: Endpoint, status: number, body: unknown): unknown {
  if (endpoint.method !== 'DELETE' || status !== 500 || typeof body !== 'object' || body === null) return undefined;
  const candidates = 'detail' in body ? [body.detail, body] : [body];
  return candidates.map((one) => endpoint.response.safeParse(one)).find((parsed) => parsed.success)?.data;
}
