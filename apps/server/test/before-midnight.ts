import { onTestFinished } from 'vitest';
import type { TestApp } from './app';

/** Keeps the server clock at noon UTC or earlier until the end of the test, so that it does not cross midnight. */
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
