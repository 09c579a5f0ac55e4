import type { Endpoint } from '@key2xs/contract';
import { createIntents } from '../addresses/intents';
import { problemOf, retryAfterMs } from './problem-of';
import type { AnyInput } from './request';
import { ask, type Exchange, type SendOptions } from './send';

/** Total wait for the first call while it is still running. */
const MAX_WAIT_MS = 30_000;
const MIN_PAUSE_MS = 250;

const begin = createIntents(() => Date.now());

/**
 * Sends a creating call under one idempotency key until an answer gives the outcome, so that it creates once however
 * often it is sent. Waits while the same call is still running.
 * @throws like `send`
 */
export async function sendOnce(endpoint: Endpoint, input: AnyInput, options: SendOptions): Promise<Exchange> {
  const intent = begin(endpoint, input);
  let remainingMs = MAX_WAIT_MS;
  try {
    for (;;) {
      const exchange = await ask(endpoint, input, { ...options, idempotencyKey: intent.key });
      const pauseMs = pauseForRunningCall(exchange);
      if (pauseMs === undefined && exchange.response.status !== 503) intent.end();
      else intent.keep();
      if (pauseMs === undefined || pauseMs > remainingMs) return exchange;
      remainingMs -= pauseMs;
      await new Promise((resume) => setTimeout(resume, pauseMs));
    }
  } catch (error) {
    intent.keep();
    throw error;
  }
}

/** Undefined unless the same call is still running under this key. */
function pauseForRunningCall({ response, body }: Exchange): number | undefined {
  const pauseMs = retryAfterMs(response);
  const isRunning = response.status === 409 && problemOf(409, body).code === 'idempotency_conflict';
  return isRunning && pauseMs !== undefined ? Math.max(pauseMs, MIN_PAUSE_MS) : undefined;
}
