import { setTimeout as pause } from 'node:timers/promises';
import { say } from '@key2xs/texts';
import type { Dispatcher } from 'undici';
import { DriverError } from '../../driver-error';
import type { DriverIo, DriverLimits } from '../../key-system-driver';
import { blameExpiry, type Validity } from '../failures/blame-expiry';
import { classifyFailure, type Failure } from '../failures/classify-failure';
import { decodeText } from './decode-text';
import { createGate } from './gate';

export type Answer = Pick<Dispatcher.ResponseData, 'statusCode' | 'headers'> & { text: string };

export type Try<T> = { value: T } | { failure: Failure };

export type Exchange<T> = {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** With query, below the origin. */
  path: string;
  headers: Record<string, string>;
  body?: string | undefined;
  /** What an answer says, whatever its status. May throw DriverError: then it is not tried again. */
  understand(answer: Answer): Try<T> | Promise<Try<T>>;
};

export type HttpClient = {
  /** Every exchange is tried again where that may help, so it has to be idempotent. @throws DriverError */
  send<T>(exchange: Exchange<T>): Promise<T>;
  limits: DriverLimits;
};

type Route = {
  dispatcher: Dispatcher;
  origin: string;
  /** Our own. */
  certificate: Validity;
};

const maxTries = 4;
/** A longer wait is left to the caller, who can do something else meanwhile. */
const maxPauseSeconds = 30;
const defaults: DriverLimits = {
  backoffMs: 250,
  headersTimeoutMs: 10_000,
  bodyTimeoutMs: 30_000,
  maxAnswerBytes: 32 * 1024 * 1024,
  concurrency: 8,
};

/**
 * Sends requests and reads answers within limits of number, size and time. Follows no redirect.
 * When the peer asks for a pause, all exchanges of this client keep it, not only the one that was told.
 */
export function createHttpClient(
  { dispatcher, origin, certificate }: Route,
  io: Pick<DriverIo, 'signal' | 'limits' | 'now'>,
): HttpClient {
  const limits = { ...defaults, ...io.limits };
  const pass = createGate(limits.concurrency);
  let hasAnswered = false;
  let resumeAt = 0;

  async function attempt<T>(exchange: Exchange<T>): Promise<Try<T>> {
    try {
      const { body, ...head } = await dispatcher.request({
        origin,
        signal: io.signal,
        ...requestOf(exchange, limits),
      });
      hasAnswered = true;
      const bytes = await readBody(body, limits);
      // The page that comes with a failure tells little: its encoding must not hide its status.
      const text = head.statusCode < 400 ? decodeText(bytes, head.headers) : bytes.toString('utf8');
      return await exchange.understand({ ...head, text });
    } catch (error) {
      if (error instanceof DriverError) return { failure: { error, again: error.kind === 'timeout' } };
      return { failure: classifyFailure(error, hasAnswered) };
    }
  }

  async function takeTurn(): Promise<void> {
    const waitMs = resumeAt - performance.now();
    if (waitMs > maxPauseSeconds * 1_000) {
      throw new DriverError('rate_limited', { retry_after_seconds: Math.ceil(waitMs / 1_000) });
    }
    if (waitMs > 0) await pause(waitMs, undefined, { signal: io.signal }).catch(() => {});
    if (io.signal.aborted) throw new DriverError('aborted', { cause: io.signal.reason });
  }

  /** Keeps the pause that is due before the next try, or throws when there is to be none. */
  async function recover({ error, again }: Failure, tries: number): Promise<void> {
    if (io.signal.aborted) throw new DriverError('aborted', { cause: error });
    const asked = error.retry_after_seconds ?? 0;
    if (asked > 0) resumeAt = Math.max(resumeAt, performance.now() + asked * 1_000);
    if (!again || tries === maxTries || asked > maxPauseSeconds) throw blameExpiry(error, certificate, io.now());
    const backoffMs = limits.backoffMs * 2 ** (tries - 1) * (0.5 + Math.random() / 2);
    await pause(backoffMs, undefined, { signal: io.signal }).catch(() => {});
  }

  return {
    limits,
    async send(exchange) {
      for (let tries = 1; ; tries++) {
        const result = await pass(() => takeTurn().then(() => attempt(exchange)));
        if ('value' in result) return result.value;
        await recover(result.failure, tries);
      }
    },
  };
}

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

/** Stops reading at the limits, so that neither an endless nor a trickling answer holds anything up. */
async function readBody(body: AsyncIterable<Buffer>, { maxAnswerBytes, bodyTimeoutMs }: DriverLimits): Promise<Buffer> {
  const endsAt = performance.now() + bodyTimeoutMs;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxAnswerBytes) throw new DriverError('bad_answer', { detail: say('circumstance.answerTooLarge') });
    if (performance.now() > endsAt) throw new DriverError('timeout', { detail: say('circumstance.answerEndless') });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
