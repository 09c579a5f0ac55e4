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
  /** Interprets an answer with any status. A thrown DriverError is not retried. */
  understand(answer: Answer): Try<T> | Promise<Try<T>>;
  /** Aborts this exchange only. */
  signal?: AbortSignal | undefined;
  /** Not idempotent: retried only if the answer says that nothing was done. */
  isOnce?: boolean;
  /** Called after each attempt, answered or not. */
  watch?(tried: Tried): void;
};

export type Tried = {
  milliseconds: number;
  answer: Answer | undefined;
  failure: Failure | undefined;
};

export type HttpClient = {
  /** Retries exchanges if that may help, so they must be idempotent or set `isOnce`. @throws DriverError */
  send<T>(exchange: Exchange<T>): Promise<T>;
  limits: DriverLimits;
};

type Route = {
  dispatcher: Dispatcher;
  origin: string;
  /** Then a connection that breaks before the first answer means a rejected certificate. */
  showsCertificate: boolean;
  /** Adds known reasons to a failure before it is thrown. */
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
 * If the peer requests a pause, all exchanges of this client respect it.
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
        // An undecodable error page must not hide its status.
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
      // Spread exchanges that wait for the same moment.
      await pause(Math.ceil(waitMs + Math.random() * limits.backoffMs), undefined, { signal }).catch(() => {});
    }
    if (signal.aborted) throw new DriverError('aborted', { cause: signal.reason });
  }

  /** Waits before the next attempt, or throws if there is none. */
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

/** The requested pause, in seconds. A date is relative to the date of the answer, so that no two clocks are compared. */
export function retryAfter({ 'retry-after': text, date }: Answer['headers']): number | undefined {
  if (typeof text !== 'string') return undefined;
  const seconds = /^[\d.]+$/.test(text) ? Number(text) : (Date.parse(text) - Date.parse(String(date))) / 1_000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}
