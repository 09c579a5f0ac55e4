import { setTimeout as pause } from 'node:timers/promises';
import { type Endpoint, type Input, type SyncTask, sync } from '@key2xs/contract';
import type { Answered } from '../../apps/server/test/send';
import { admin, type World } from './world';

/** How callers were answered. */
export type Tally = { fine: number; unavailable: number; unreachable: number; wrong: string[] };

export const newTally = (): Tally => ({ fine: 0, unavailable: 0, unreachable: 0, wrong: [] });

const retryMs = 300;

/** An administrator who tries again while the product or its database is away. */
export type Patient = {
  /** One try; undefined when nobody answered. Notes every answer. */
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
      // The product was killed meanwhile, or a download broke off; signing in may have met the same.
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

/** A 503 has to say when to come back; anything of ours beyond that is a fault. */
function note(
  tally: Tally,
  { method, path }: Endpoint,
  { status, headers, text }: Pick<Answered<Endpoint>, 'status' | 'headers' | 'text'>,
): void {
  if (status < 400) tally.fine++;
  else if (status === 503 && headers.get('retry-after')) tally.unavailable++;
  else if (status >= 500) tally.wrong.push(`${method} ${path} answered ${status}: ${text}`);
}
