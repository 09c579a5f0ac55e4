import { threadId } from 'node:worker_threads';
import { say } from '@key2xs/texts';
import { serveRequests } from '#platform/isolated/serve-requests';
import type { OddOrder } from './odd-orders';

/** Behaves like a thread with a hostile file. */
serveRequests<OddOrder, number, number>(async ({ what, bytes }, report) => {
  if (what === 'refuse') return { ok: false, reason: say('asWritten', { text: 'No.' }) };
  if (what === 'throw') throw new Error('a bug');
  if (what === 'report') for (const count of [1, 2]) report(count);
  if (what === 'spin' || what === 'report') for (;;);
  if (what === 'fill') for (const all: object[] = []; ; ) all.push(Array.from({ length: 1_000 }, () => ({})));
  return { ok: true, answer: bytes?.length ?? threadId };
});
