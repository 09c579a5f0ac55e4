import type { Deps } from '#platform/deps';
import { createScheduler } from '#platform/jobs/scheduler';
import { schedules } from '../src/background-work';

/** Runs one schedule of the product at another interval, starting immediately. @returns a function that stops it */
export function startSchedule(deps: Deps, name: string, everyMs: number): () => Promise<void> {
  const schedule = schedules(deps, { isEmbedded: true }).find((one) => one.name === name);
  if (!schedule) throw new Error(`no schedule ${name}`);
  const scheduler = createScheduler(deps.log);
  scheduler.start([{ ...schedule, everyMs, firstAfterMs: 0 }]);
  return scheduler.stop;
}
