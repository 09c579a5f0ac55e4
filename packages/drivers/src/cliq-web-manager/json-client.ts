import { setTimeout as pause } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import { z } from 'zod';
import { DriverError } from '../driver-error';
import type { DriverIo, DriverLimits } from '../key-system-driver';
import { classifyAnswer } from './classify-answer';
import { classifyFailure, type Failure } from './classify-failure';

export type Call<T> = {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** With query, below the origin. */
  path: string;
  body?: unknown;
  answer: z.ZodType<T>;
};

export type JsonClient = {
  /** Every call is tried again where that may help, so it has to be idempotent. @throws DriverError */
  send<T>(call: Call<T>): Promise<T>;
};

type Try<T> = { value: T } | { failure: Failure };

const maxTries = 4;
/** Who asks for more patience than this gets it from the caller, who can do something else meanwhile. */
const maxPauseSeconds = 30;
const defaults: DriverLimits = {
  backoffMs: 250,
  headersTimeoutMs: 10_000,
  bodyTimeoutMs: 30_000,
  maxAnswerBytes: 32 * 1024 * 1024,
  concurrency: 8,
};

/**
 * Sends JSON and checks what comes back: size, time, form. Follows no redirect.
 * When the peer asks for a pause, all calls of this client keep it, not only the one that was told.
 */
export function createJsonClient(
  { dispatcher, origin }: { dispatcher: Dispatcher; origin: string },
  io: Pick<DriverIo, 'signal' | 'limits'>,
): JsonClient {
  const limits = { ...defaults, ...io.limits };
  let hasAnswered = false;
  let resumeAt = 0;

  async function attempt<T>(call: Call<T>): Promise<Try<T>> {
    try {
      const answer = await dispatcher.request({ origin, signal: io.signal, ...requestOf(call, limits) });
      hasAnswered = true;
      const text = await readBody(answer.body, limits);
      if (answer.statusCode < 200 || answer.statusCode > 299) return { failure: classifyAnswer(answer, text) };
      return { value: parse(call.answer, text) };
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
    if (!again || tries === maxTries || asked > maxPauseSeconds) throw error;
    const backoffMs = limits.backoffMs * 2 ** (tries - 1) * (0.5 + Math.random() / 2);
    await pause(backoffMs, undefined, { signal: io.signal }).catch(() => {});
  }

  return {
    async send(call) {
      for (let tries = 1; ; tries++) {
        await takeTurn();
        const result = await attempt(call);
        if ('value' in result) return result.value;
        await recover(result.failure, tries);
      }
    },
  };
}

function requestOf(
  { method, path, body }: Call<unknown>,
  { headersTimeoutMs, bodyTimeoutMs }: DriverLimits,
): Dispatcher.RequestOptions {
  const headers = { accept: 'application/json', 'user-agent': 'Key2XS' };
  return {
    method,
    path,
    headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
    headersTimeout: headersTimeoutMs,
    bodyTimeout: bodyTimeoutMs,
  };
}

/** Stops reading at the limits, so that neither an endless nor a trickling answer holds anything up. */
async function readBody(body: AsyncIterable<Buffer>, { maxAnswerBytes, bodyTimeoutMs }: DriverLimits): Promise<string> {
  const endsAt = performance.now() + bodyTimeoutMs;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxAnswerBytes) throw new DriverError('bad_answer', { detail: 'An answer is too large.' });
    if (performance.now() > endsAt) throw new DriverError('timeout', { detail: 'An answer did not end.' });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse<T>(schema: z.ZodType<T>, text: string): T {
  const result = schema.safeParse(parseJson(text));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const detail = `${z.core.toDotPath(issue?.path ?? []) || 'The answer'}: ${issue?.message}.`;
  throw new DriverError('bad_answer', { detail, cause: result.error });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new DriverError('bad_answer', { detail: 'It did not answer in JSON.', cause });
  }
}
