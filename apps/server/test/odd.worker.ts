import { threadId } from 'node:worker_threads';
import { say } from '@key2xs/texts';
import { serveRequests } from '#platform/isolated/serve-requests';
import type { OddOrder } from './odd-orders';

/** Behaves like a thread with a hostile file. */
serveRequests<OddOrder, number>(async ({ what, bytes }) => {
  if (what === 'refuse') return { ok: false, reason: say('asWritten', { text: 'No.' }) };
  if (what === 'throw') throw new Error('a bug');
  if (what === 'spin') for (;;);
  if (what === 'fill') for (const all: object[] = []; ; ) all.push(Array.from({ length: 1_000 }, () => ({})));
  return { ok: true, answer: bytes?.length ?? threadId };
});
