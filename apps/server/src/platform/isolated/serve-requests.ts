import { parentPort } from 'node:worker_threads';
import type { FromThread, Outcome } from './task';

type Done<Answer> = Outcome<Answer> & { transfer?: ArrayBuffer[] };

/**
 * The thread's side: runs `work` for each request. An exception of `work` is a bug. What it reports arrives while it works on,
 * even where it never waits.
 */
export function serveRequests<Order, Answer, Progress = never>(
  work: (order: Order, report: (progress: Progress) => void) => Promise<Done<Answer>>,
): void {
  const post = (message: FromThread<Answer, Progress>, transfer?: ArrayBuffer[]) =>
    parentPort?.postMessage(message, transfer);
  const report = (progress: Progress) => post({ kind: 'progress', progress });
  parentPort?.on('message', (order: Order) => {
    post({ kind: 'started' });
    work(order, report).then(
      ({ transfer, ...outcome }) => post({ kind: 'done', outcome }, transfer),
      (error: unknown) => post({ kind: 'failed', error }),
    );
  });
}
