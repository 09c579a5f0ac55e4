import { parentPort, workerData } from 'node:worker_threads';
import { readLockingPlan } from './plan/read-locking-plan';
import { openSheet } from './sheet/open-sheet';
import { UnreadableSheet } from './sheet/sheet-row';
import type { FromSheetReader, SheetOrder, SheetResult } from './sheet-reader-messages';

const post = (message: FromSheetReader) => parentPort?.postMessage(message);

async function read({ bytes, fileName, mirror }: SheetOrder): Promise<SheetResult> {
  try {
    const sheet = openSheet(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    return { ok: true, preview: await readLockingPlan(sheet, mirror, fileName) };
  } catch (error) {
    if (error instanceof UnreadableSheet) return { ok: false, reason: error.message };
    throw error;
  }
}

post({ kind: 'reading' });
const order = workerData as SheetOrder; // workerData is untyped by Node
read(order).then(
  (result) => post({ kind: 'read', result }),
  (error: unknown) => post({ kind: 'failed', error }),
);
