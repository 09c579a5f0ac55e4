import type { Worker } from 'node:worker_threads';
import { AppError } from '../errors';
import { askThread, calledOff, type Handing } from './ask-thread';
import type { Outcome, Queue, Task } from './task';
import { createThreads } from './threads';
import { createTurns, type Turn, type Turns } from './turns';

export type Runner = {
  /**
   * Runs a request in a thread of its task.
   * @throws AppError overloaded: too many wait, or the server stops; request_timeout: cancelled
   */
  run<Order, Answer, Progress = never>(
    task: Task<Order, Answer, Progress>,
    order: Order,
    handing?: Handing<Progress>,
  ): Promise<Outcome<Answer>>;
  /** For work that is off the main thread anyway: only waits its turn. @throws AppError overloaded */
  inTurn<T>(queue: Queue, turn: Turn, work: () => Promise<T>): Promise<T>;
  /** Cancels running threads and grants no more turns. */
  close(): Promise<void>;
};

const sharedLane: Turn = { lane: '', isTrusted: false };

/**
 * Runs heavy work, or work on untrusted input, in threads with limits of memory and time and a queue, so that a slow or
 * crashing order harms no other. A failed thread is never reused and holds its place until it has ended; the answer
 * does not wait for that.
 */
export function createRunner({ closeMs = 2_000 } = {}): Runner {
  const threads = createThreads(closeMs);
  const lines = new Map<Queue, Turns>();
  let isClosed = false;

  const refusalOf = ({ says, retryAfterS }: Queue) =>
    new AppError('overloaded', says.busy, { retry_after: retryAfterS });

  const takeTurn = async (queue: Queue, turn: Turn, signal?: AbortSignal): Promise<Turns> => {
    const turns = lines.get(queue) ?? createTurns(queue);
    lines.set(queue, turns);
    if (await turns.take(turn, signal)) return turns;
    throw signal?.aborted ? calledOff() : refusalOf(queue);
  };

  const run = async <Order, Answer, Progress>(
    task: Task<Order, Answer, Progress>,
    order: Order,
    handing: Handing<Progress> = {},
  ): Promise<Outcome<Answer>> => {
    const turns = await takeTurn(task, sharedLane, handing.signal);
    let worker: Worker | undefined;
    let isReusable = false;
    try {
      if (isClosed) throw refusalOf(task);
      worker = threads.take(task);
      const answer = await askThread<Answer, Progress>(worker, order, { ...handing, limitMs: task.limitMs });
      if (answer === 'tooSlow' || answer === 'tooBig') return { ok: false, reason: task.says[answer] };
      isReusable = !task.isSecret;
      return answer;
    } finally {
      if (worker && isReusable) threads.keep(task, worker);
      const ended = isReusable ? undefined : worker?.terminate();
      // The answer does not wait for this: native code cannot be interrupted.
      void Promise.resolve(ended).then(turns.end);
    }
  };

  return {
    run,
    async inTurn(queue, turn, work) {
      const turns = await takeTurn(queue, turn);
      try {
        return await work();
      } finally {
        turns.end();
      }
    },
    async close() {
      isClosed = true;
      for (const [queue, turns] of lines) if ('worker' in queue) turns.close();
      await threads.close();
    },
  };
}
