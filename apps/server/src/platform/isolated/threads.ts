import type { Worker } from 'node:worker_threads';
import { startWorker } from '../start-worker';
import type { Task } from './task';

type AnyTask = Omit<Task<never, unknown>, 'messages'>;

export type Threads = {
  /** An idle thread, or a new one. */
  take(task: AnyTask): Worker;
  /** Keeps the thread for the next order, at most as long as its task says. */
  keep(task: AnyTask, worker: Worker): void;
  /** Ends all threads; waits at most `closeMs`. */
  close(): Promise<void>;
};

/** Idle threads are usually kept this long, because starting one costs more than a small order. */
const usualIdleMs = 10_000;

/**
 * A third of it may move into the old generation at once. Node ends a thread that is out of memory within 16 MB above its limit;
 * beyond that V8 ends the whole process.
 */
const youngMb = 32;

export function createThreads(closeMs: number): Threads {
  const all = new Set<Worker>();
  const idle = new Map<Worker, { task: AnyTask; timer: NodeJS.Timeout }>();

  const start = ({ worker: name, beside, memoryMb }: AnyTask): Worker => {
    const resourceLimits = { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: youngMb };
    const worker = startWorker(name, { resourceLimits }, beside);
    all.add(worker);
    worker.on('error', () => undefined); // for idle threads; an order adds its own listener
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
      const timer = setTimeout(() => wake(worker).terminate(), task.idleMs ?? usualIdleMs).unref();
      idle.set(worker, { task, timer });
    },
    async close() {
      const ended = Promise.all([...all].map((worker) => worker.terminate()));
      await Promise.race([ended, new Promise((done) => setTimeout(done, closeMs).unref())]);
    },
  };
}
