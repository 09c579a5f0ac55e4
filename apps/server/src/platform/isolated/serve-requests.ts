import { parentPort } from 'node:worker_threads';
import type { FromThread, Outcome } from './task';

type Done<Answer> = Outcome<Answer> & { transfer?: ArrayBuffer[] };

/** The thread's side: runs `work` for each order. What `work` throws is a bug. */
export function doOrders<Order, Answer>(work: (order: Order) => Promise<Done<Answer>>): void {
  const post = (message: FromThread<Answer>, transfer?: ArrayBuffer[]) => parentPort?.postMessage(message, transfer);
  parentPort?.on('message', (order: Order) => {
    post({ kind: 'begun' });
    work(order).then(
      ({ transfer, ...outcome }) => post({ kind: 'done', outcome }, transfer),
      (error: unknown) => post({ kind: 'failed', error }),
    );
  });
}
