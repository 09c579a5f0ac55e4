import { parentPort } from 'node:worker_threads';
import type { FromThread, Outcome } from './task';

type Done<Answer> = Outcome<Answer> & { transfer?: ArrayBuffer[] };

/** The thread's side: runs `work` for each request. An exception of `work` is a bug. */
export function serveRequests<Order, Answer>(work: (order: Order) => Promise<Done<Answer>>): void {
  const post = (message: FromThread<Answer>, transfer?: ArrayBuffer[]) => parentPort?.postMessage(message, transfer);
  parentPort?.on('message', (order: Order) => {
    post({ kind: 'started' });
    work(order).then(
      ({ transfer, ...outcome }) => post({ kind: 'done', outcome }, transfer),
      (error: unknown) => post({ kind: 'failed', error }),
    );
  });
}
