import { setTimeout as pause } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import { DriverError } from '../driver-error';
import type { DriverIo, DriverLimits } from '../key-system-driver';
import { classifyFailure, type Failure } from './classify-failure';
import { decodeText } from './decode-text';
import { createGate } from './gate';
import { readBody } from './read-body';

export type Answer = Pick<Dispatcher.ResponseData, 'statusCode' | 'headers'> & { text: string };

export type Try<T> = { value: T } | { failure: Failure };

export type Exchange<T> = {
  method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';
  /** With query, below the origin. */
  path: string;
  headers: Record<string, string>;
  body?: string | undefined;
  /** What an answer says, whatever its status. May throw DriverError: then it is not tried again. */
  understand(answer: Answer): Try<T> | Promise<Try<T>>;
  /** Ends this exchange alone. */
  signal?: AbortSignal | undefined;
  /** Not idempotent: repeated only when the answer says that nothing was done. */
  isOnce?: boolean;
  /** Told of each try, answered or not. */
  watch?(tried: Tried): void;
};

export type Tried = {
  milliseconds: number;
  answer: Answer | undefined;
  failure: Failure | undefined;
};

export type HttpClient = {
  /** Every exchange is tried again where that may help, so it has to be idempotent, or to say that it is not. @throws DriverError */
  send<T>(exchange: Exchange<T>): Promise<T>;
  limits: DriverLimits;
};

type Route = {
  dispatcher: Dispatcher;
  origin: string;
  /** A connection that breaks before the first answer then broke over it. */
  showsCertificate: boolean;
  /** What is known of the reasons for a failure, before it is thrown. */
  explain?: (error: DriverError) => DriverError;
};

const defaults: DriverLimits = {
  backoffMs: 250,
  headersTimeoutMs: 10_000,
  bodyTimeoutMs: 30_000,
  maxAnswerBytes: 32 * 1024 * 1024,
  concurrency: 8,
  tries: 4,
  maxPauseSeconds: 30,
};

/**
 * Sends requests and reads answers within limits of number, size and time. Follows no redirect.
 * When the peer asks for a pause, all exchanges of this client keep it, not only the one that was told.
 */
export function createHttpClient(
  { dispatcher, origin, showsCertificate, explain = (error) => error }: Route,
  io: Pick<DriverIo, 'signal' | 'limits'>,
): HttpClient {
  const limits = { ...defaults, ...io.limits };
  const pass = createGate(limits.concurrency);
  let hasAnswered = !showsCertificate;
  let resumeAt = 0;

  async function attempt<T>(exchange: Exchange<T>, signal: AbortSignal): Promise<Try<T>> {
    const beganAt = performance.now();
    let answer: Answer | undefined;
    const tryOnce = async (): Promise<Try<T>> => {
      try {
        const { body, ...head } = await dispatcher.request({ origin, signal, ...requestOf(exchange, limits) });
        hasAnswered = true;
        answer = { ...head, text: '' };
        const bytes = await readBody(body, head.headers, limits);
        // The page that comes with a failure tells little: its encoding must not hide its status.
        const text = head.statusCode < 400 ? decodeText(bytes, head.headers) : bytes.toString('utf8');
        answer = { ...head, text };
        return await exchange.understand(answer);
      } catch (error) {
        if (error instanceof DriverError) return { failure: { error, again: error.kind === 'timeout' } };
        return { failure: classifyFailure(error, hasAnswered) };
      }
    };
    const result = await tryOnce();
    const failure = 'failure' in result ? result.failure : undefined;
    exchange.watch?.({ milliseconds: performance.now() - beganAt, answer, failure });
    return result;
  }

  async function takeTurn(signal: AbortSignal): Promise<void> {
    for (let waitMs = resumeAt - performance.now(); waitMs > 0; waitMs = resumeAt - performance.now()) {
      if (waitMs > limits.maxPauseSeconds * 1_000) {
        throw new DriverError('rate_limited', { retry_after_seconds: Math.ceil(waitMs / 1_000) });
      }
      if (signal.aborted) break;
      // Those that wait for the same moment do not all come at once.
      await pause(Math.ceil(waitMs + Math.random() * limits.backoffMs), undefined, { signal }).catch(() => {});
    }
    if (signal.aborted) throw new DriverError('aborted', { cause: signal.reason });
  }

  /** Keeps the pause that is due before the next try, or throws when there is to be none. */
  async function recover({ error, again }: Failure, tries: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) throw new DriverError('aborted', { cause: error });
    const asked = error.retry_after_seconds ?? 0;
    const backoffMs = Math.min(limits.backoffMs * 2 ** (tries - 1), maxBackoffMs) * (0.5 + Math.random() / 2);
    if (asked > 0) resumeAt = Math.max(resumeAt, performance.now() + asked * 1_000);
    else if (error.kind === 'rate_limited') resumeAt = Math.max(resumeAt, performance.now() + backoffMs);
    if (!again || tries === limits.tries || asked > limits.maxPauseSeconds) throw explain(error);
    await pause(backoffMs, undefined, { signal }).catch(() => {});
  }

  return {
    limits,
    async send(exchange) {
      const signal = exchange.signal ?? io.signal;
      for (let tries = 1; ; tries++) {
        const result = await pass(() => takeTurn(signal).then(() => attempt(exchange, signal)));
        if ('value' in result) return result.value;
        const { failure } = result;
        const wasDone = exchange.isOnce === true && failure.error.kind !== 'rate_limited';
        await recover({ ...failure, again: failure.again && !wasDone }, tries, signal);
      }
    },
  };
}

const maxBackoffMs = 30_000;

function requestOf(
  { method, path, headers, body }: Exchange<unknown>,
  { headersTimeoutMs, bodyTimeoutMs }: DriverLimits,
): Dispatcher.RequestOptions {
  return {
    method,
    path,
    headers: { ...headers, 'user-agent': 'Key2XS' },
    body: body ?? null,
    headersTimeout: headersTimeoutMs,
    bodyTimeout: bodyTimeoutMs,
  };
}
