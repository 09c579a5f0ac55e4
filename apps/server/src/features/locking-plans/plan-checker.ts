import type { Worker } from 'node:worker_threads';
import { createTurns } from '#platform/certificate-reader-turns';
import { AppError } from '#platform/errors';
import { startWorker } from '#platform/start-worker';
import type { CheckedPlan, CheckOrder, CheckResult } from './plan-checker-messages';

export type PlanChecker = {
  /**
   * Reads a plan as it was sent, in a thread: the longest takes a second of a processor.
   * @throws AppError bad_request, validation_failed, overloaded
   */
  check(order: CheckOrder): Promise<CheckedPlan>;
  /** Breaks off what is being checked. */
  close(): Promise<void>;
};

const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 };

/** One plan after the other; `waiting` wait, and what comes on top is refused. */
export function createPlanChecker({ waiting = 4, patienceMs = 30_000 } = {}): PlanChecker {
  const turns = createTurns({ parallel: 1, waiting, patienceMs });
  let running: Worker | undefined;
  return {
    async check(order) {
      if (!(await turns.take())) {
        const detail = 'Several locking plans are being stored right now. Try again in a minute.';
        throw new AppError('overloaded', detail, { retry_after: 60 });
      }
      try {
        const worker = startWorker('plan-checker', { workerData: order, resourceLimits }, import.meta.url);
        running = worker;
        const result = await resultOf(worker).finally(() => worker.terminate());
        if (result.ok) return result.plan;
        throw new AppError(result.code, result.detail, result.extra);
      } finally {
        turns.end();
      }
    },
    async close() {
      turns.close();
      await running?.terminate();
    },
  };
}

function resultOf(worker: Worker): Promise<CheckResult> {
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('The thread that checks locking plans has ended.')));
  });
}
