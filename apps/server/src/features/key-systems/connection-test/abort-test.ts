import { say } from '@key2xs/texts';
import type { StoredTest } from '#platform/schema/tables/keys/schema-key-systems';

/** Well inside the 30 s after which the web client gives up. */
export const testLimitMs = 20_000;

export const testAborted = say('finding.interrupted');

/** @returns the test, ended at that time: what ran has failed, and what had not begun never will */
export function abortTest(test: StoredTest, endedAt: Date): StoredTest {
  const steps = test.steps.map((step): StoredTest['steps'][number] => {
    if (step.state === 'running') return { ...step, state: 'failed', message: testAborted, error_kind: 'aborted' };
    return step.state === 'pending' ? { ...step, state: 'skipped' } : step;
  });
  return { ...test, steps, ended_at: endedAt.toISOString(), status_message: testAborted };
}

/** @returns the test, aborted when it cannot be running any more because its server has ended */
export function withEnd(test: StoredTest | null, now: Date): StoredTest | null {
  if (!test || test.ended_at !== null) return test;
  const latest = new Date(Date.parse(test.started_at) + 2 * testLimitMs);
  return now < latest ? test : abortTest(test, latest);
}
