import type { Worker } from 'node:worker_threads';
import { AppError } from '#platform/errors';
import { startWorker } from '#platform/start-worker';
import type { FromSheetReader, SheetOrder, SheetResult } from './sheet-reader-messages';

export type SheetReader = {
  /**
   * Reads an uploaded sheet as a locking plan. Answers within `limitMs` of its turn, whatever the file holds.
   * @throws AppError overloaded
   */
  read(order: SheetOrder): Promise<SheetResult>;
  /** Breaks off what is being read. */
  close(): Promise<void>;
};

const tooSlow: SheetResult = {
  ok: false,
  reason:
    'Reading this sheet takes too long. Copy the cells with the plan into a new workbook, or save it as CSV, and upload that.',
};
const tooBig: SheetResult = {
  ok: false,
  reason: 'Reading this sheet takes more memory than a locking plan may. Split it, or save it as CSV, and upload that.',
};

/** Several times what the largest plan takes, also with the loader that tests and development need. */
const resourceLimits = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 64 };

/**
 * Each sheet is read in a thread of its own that ends with it, one after the other: what takes long or breaks on a
 * hostile file takes nobody else along. `waiting` uploads wait, and what comes on top is refused.
 */
export function createSheetReader({ waiting = 4, limitMs = 60_000 } = {}): SheetReader {
  let last: Promise<unknown> = Promise.resolve();
  let open = 0;
  let running: Worker | undefined;
  let isClosed = false;

  const readNow = async ({ bytes, ...order }: SheetOrder): Promise<SheetResult> => {
    if (isClosed) throw new AppError('overloaded', 'The server is stopping. Try again in a minute.');
    const worker = startWorker('sheet-reader', { workerData: { bytes, ...order }, resourceLimits }, import.meta.url);
    running = worker;
    return answerOf(worker, limitMs).finally(() => worker.terminate());
  };

  return {
    read: async (order) => {
      if (open > waiting) {
        const detail = 'Several locking plans are being read right now. Try again in a minute.';
        throw new AppError('overloaded', detail, { retry_after: 60 });
      }
      open++;
      const turn = last.then(() => readNow(order)).finally(() => open--);
      last = turn.catch(() => undefined);
      return turn;
    },
    close: async () => {
      isClosed = true;
      await running?.terminate();
    },
  };
}

/** The loading of the thread's own code is not counted: that it is slow or fails is no fault of the file. */
function answerOf(worker: Worker, limitMs: number): Promise<SheetResult> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    worker.on('message', (message: FromSheetReader) => {
      if (message.kind === 'reading') timer = setTimeout(() => resolve(tooSlow), limitMs);
      else if (message.kind === 'read') resolve(message.result);
      else reject(message.error);
    });
    worker.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve(tooBig);
      else reject(error);
    });
    worker.once('exit', () => {
      clearTimeout(timer);
      reject(new Error('The thread that reads locking plans has ended.'));
    });
  });
}
