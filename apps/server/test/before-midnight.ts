import { onTestFinished } from 'vitest';
import type { TestApp } from './app';

/** Until the test has ended, the clock of the server is at noon in UTC or before: no test runs into the next day. */
export function stayBeforeMidnight({ deps }: TestApp): void {
  const { clock } = deps;
  const now = clock().getTime();
  const noon = new Date(now).setUTCHours(12, 0, 0, 0);
  const backMs = Math.max(0, now - noon);
  deps.clock = () => new Date(clock().getTime() - backMs);
  onTestFinished(() => {
    deps.clock = clock;
  });
}
