import type { Worker } from 'node:worker_threads';
import { startWorker } from '../start-worker';
import type { Task } from './task';

/** What goes in and out does not matter here. */
type AnyTask = Task<never, unknown>;

export type Threads = {
  /** One that waits for work, or a new one. */
  take(task: AnyTask): Worker;
  /** For the next order, for a while. */
  keep(task: AnyTask, worker: Worker): void;
  /** Ends all. Those that do not end within `closeMs` are waited for no longer. */
  close(): Promise<void>;
};

/** So long a thread without work is kept, as starting one costs more than a small order. */
const idleMs = 10_000;

export function createThreads(closeMs: number): Threads {
  const all = new Set<Worker>();
  const idle = new Map<Worker, { task: AnyTask; timer: NodeJS.Timeout }>();

  const start = ({ worker: name, beside, memoryMb }: AnyTask): Worker => {
    const resourceLimits = { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 64 };
    const worker = startWorker(name, { resourceLimits }, beside);
    all.add(worker);
    worker.on('error', () => undefined); // while it is idle; an order listens for itself
    worker.once('exit', () => {
      all.delete(worker);
      wake(worker);
    });
    return worker;
  };
  const wake = (worker: Worker): Worker => {
    clearTimeout(idle.get(worker)?.timer);
    idle.delete(worker);
    return worker;
  };

  return {
    take(task) {
      const [kept] = [...idle].find(([, waiting]) => waiting.task === task) ?? [];
      return kept ? wake(kept) : start(task);
    },
    keep(task, worker) {
      const timer = setTimeout(() => wake(worker).terminate(), idleMs).unref();
      idle.set(worker, { task, timer });
    },
    async close() {
      const ended = Promise.all([...all].map((worker) => worker.terminate()));
      await Promise.race([ended, new Promise((done) => setTimeout(done, closeMs).unref())]);
    },
  };
}
