import { setTimeout as pause } from 'node:timers/promises';
import { type Endpoint, type Input, type SyncTask, sync } from '@key2xs/contract';
import type { Answered } from '../../apps/server/test/send';
import { admin, type World } from './world';

/** Counts of answers by kind. */
export type Tally = { fine: number; unavailable: number; unreachable: number; wrong: string[] };

export const newTally = (): Tally => ({ fine: 0, unavailable: 0, unreachable: 0, wrong: [] });

const retryMs = 300;

/** A client that retries while the product or its database is down. */
export type Patient = {
  /** One try; undefined without an answer. Records every answer. */
  once<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Answered<E> | undefined>;
  /** Tries until there is an answer other than 503. */
  call<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Answered<E>>;
  ended(taskId: string): Promise<SyncTask>;
};

export function patientCaller(world: World, tally: Tally): Patient {
  const once: Patient['once'] = async (endpoint, input) => {
    const { product } = world;
    try {
      const answer = await product.call(endpoint, input);
      note(tally, endpoint, answer);
      if (answer.status === 401) await product.signIn(admin.username, admin.password);
      return answer.status === 401 ? undefined : answer;
    } catch (error) {
      // The product was killed or a download broke off, possibly while signing in.
      tally.unreachable++;
      return error instanceof Error ? undefined : Promise.reject(error);
    }
  };
  const call: Patient['call'] = async (endpoint, input) => {
    for (;;) {
      const answer = await once(endpoint, input);
      if (answer && answer.status !== 503) return answer;
      await pause(retryMs);
    }
  };
  return {
    once,
    call,
    ended: async (task_id) => {
      for (;;) {
        const { body } = await call(sync.status, { params: { task_id } });
        if (body.status === 'SUCCESS' || body.status === 'FAILURE') return body;
        await pause(retryMs);
      }
    },
  };
}

/** A 503 must carry Retry-After; any other 5xx is a fault. */
function note(
  tally: Tally,
  { method, path }: Endpoint,
  { status, headers, text }: Pick<Answered<Endpoint>, 'status' | 'headers' | 'text'>,
): void {
  if (status < 400) tally.fine++;
  else if (status === 503 && headers.get('retry-after')) tally.unavailable++;
  else if (status >= 500) tally.wrong.push(`${method} ${path} answered ${status}: ${text}`);
}
