import { parentPort, type Worker } from 'node:worker_threads';
import { AppError } from './errors';
import { startWorker } from './start-worker';
import { createTurns } from './turns';

/** `reason`: what is wrong with what was handed in, and what to do, for the administrator. */
export type Outcome<Answer> = { ok: true; answer: Answer } | { ok: false; reason: string };

type FromThread<Answer> =
  | { kind: 'begun' }
  | { kind: 'done'; outcome: Outcome<Answer> }
  | { kind: 'failed'; error: unknown };

type Handing = {
  /** Calls the work off, whether it waits or is under way. */
  signal: AbortSignal;
  /** Handed over without being copied; empty here afterwards. */
  transfer: ArrayBuffer[];
};

export type IsolatedWork<Order, Answer> = {
  /** @throws AppError overloaded: too many wait, or the server stops; request_timeout: called off */
  run(order: Order, handing: Handing): Promise<Outcome<Answer>>;
  /** Breaks off what is under way; nobody gets a turn any more. */
  close(): Promise<void>;
};

export type Isolation = {
  /** The thread: `<worker>.worker` beside the file `beside`. It calls `doOrders`. */
  worker: string;
  beside: string;
  memoryMb: number;
  /** From the moment an order arrives in the thread. */
  limitMs: number;
  /** Orders that may wait for their turn, and for how long. */
  waiting: number;
  patienceMs: number;
  says: { busy: string; tooSlow: string; tooBig: string };
};

/** So long a thread without work is kept, as starting one costs more than a small order. */
const idleMs = 10_000;

/**
 * Work on what may be hostile, in a thread with a limit of memory and of time, one order after the other: what takes
 * long or breaks takes nobody else along. A thread that was stopped or broke is never used again.
 */
export function createIsolatedWork<Order, Answer>(isolation: Isolation): IsolatedWork<Order, Answer> {
  const { worker: name, beside, memoryMb, limitMs, waiting, patienceMs, says } = isolation;
  const turns = createTurns({ parallel: 1, waiting, patienceMs });
  let thread: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;

  const start = (): Worker => {
    const resourceLimits = { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 64 };
    const worker = startWorker(name, { resourceLimits }, beside);
    worker.on('error', () => undefined); // while it is idle; an order listens for itself
    worker.once('exit', () => {
      if (thread === worker) thread = undefined;
    });
    return worker;
  };
  const drop = async () => {
    clearTimeout(idle);
    const worker = thread;
    thread = undefined; // at once: it must get no further order
    await worker?.terminate();
  };

  return {
    run: async (order, handing) => {
      if (!(await turns.take(handing.signal))) {
        if (handing.signal.aborted) throw calledOff();
        throw new AppError('overloaded', says.busy, { retry_after: Math.ceil(patienceMs / 1_000) });
      }
      try {
        clearTimeout(idle);
        thread ??= start();
        const told = await ask<Order, Answer>(thread, order, { ...handing, limitMs });
        if (told === 'tooSlow' || told === 'tooBig') {
          await drop();
          return { ok: false, reason: says[told] };
        }
        idle = setTimeout(drop, idleMs).unref();
        return told;
      } catch (error) {
        await drop();
        throw error;
      } finally {
        turns.end();
      }
    },
    close: () => {
      turns.close();
      return drop();
    },
  };
}

/** The loading of the thread's own code is not counted: that it is slow or fails is no fault of the order. */
function ask<Order, Answer>(
  worker: Worker,
  order: Order,
  { signal, transfer, limitMs }: Handing & { limitMs: number },
): Promise<Outcome<Answer> | 'tooSlow' | 'tooBig'> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const end = (settle: () => void) => {
      clearTimeout(timer);
      worker.off('message', hear).off('error', fail).off('exit', exit);
      signal.removeEventListener('abort', leave);
      settle();
    };
    const hear = (message: FromThread<Answer>) => {
      if (message.kind === 'begun') timer = setTimeout(() => end(() => resolve('tooSlow')), limitMs);
      else end(() => (message.kind === 'done' ? resolve(message.outcome) : reject(message.error)));
    };
    const fail = (error: NodeJS.ErrnoException) =>
      end(() => (error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve('tooBig') : reject(error)));
    const exit = () => end(() => reject(new AppError('overloaded', 'The server is stopping. Try again in a minute.')));
    const leave = () => end(() => reject(calledOff()));
    worker.on('message', hear).on('error', fail).on('exit', exit);
    signal.addEventListener('abort', leave);
    try {
      worker.postMessage(order, transfer);
    } catch (error) {
      end(() => reject(error));
    }
  });
}

const calledOff = () => new AppError('request_timeout', 'The upload was broken off.');

type Done<Answer> = Outcome<Answer> & { transfer?: ArrayBuffer[] };

/** The thread's side: does each order that comes. What `work` throws is a bug of ours. */
export function doOrders<Order, Answer>(work: (order: Order) => Promise<Done<Answer>>): void {
  const post = (message: FromThread<Answer>, transfer?: ArrayBuffer[]) => parentPort?.postMessage(message, transfer);
  parentPort?.on('message', (order: Order) => {
    post({ kind: 'begun' });
    work(order).then(
      ({ transfer, ...outcome }) => post({ kind: 'done', outcome }, transfer),
      (error: unknown) => post({ kind: 'failed', error }),
    );
  });
}
