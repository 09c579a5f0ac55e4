import type { Endpoint } from '@key2xs/contract';
import { createIntents } from '../intents';
import { pauseAskedBy, problemOf } from './problem-of';
import type { AnyInput } from './request';
import { ask, type Exchange, type SendOptions } from './send';

/** Total wait for the same call that is still running. */
const PATIENCE_MS = 30_000;
const SHORTEST_PAUSE_MS = 250;

const begin = createIntents(() => Date.now());

/**
 * Sends a call that creates something under one idempotency key until an answer says how it ended, so that it is created
 * once however often it is sent. Waits for the answer while the same call is still running.
 * @throws like `send`
 */
export async function sendOnce(endpoint: Endpoint, input: AnyInput, options: SendOptions): Promise<Exchange> {
  const intent = begin(endpoint, input);
  let patienceMs = PATIENCE_MS;
  try {
    for (;;) {
      const exchange = await ask(endpoint, input, { ...options, idempotencyKey: intent.key });
      const pauseMs = pauseForTheFirst(exchange);
      if (pauseMs === undefined && exchange.response.status !== 503) intent.end();
      else intent.keep();
      if (pauseMs === undefined || pauseMs > patienceMs) return exchange;
      patienceMs -= pauseMs;
      await new Promise((resume) => setTimeout(resume, pauseMs));
    }
  } catch (error) {
    intent.keep();
    throw error;
  }
}

/** Undefined unless the same call, sent before, is still running. */
function pauseForTheFirst({ response, body }: Exchange): number | undefined {
  const pauseMs = pauseAskedBy(response);
  const isRunning = response.status === 409 && problemOf(409, body).code === 'idempotency_conflict';
  return isRunning && pauseMs !== undefined ? Math.max(pauseMs, SHORTEST_PAUSE_MS) : undefined;
}
