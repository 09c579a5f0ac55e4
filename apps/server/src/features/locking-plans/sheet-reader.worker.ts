import { serveRequests } from '#platform/isolated/serve-requests';
import type { Mirror } from './plan/mirror-index';
import { type ReadSheet, readLockingPlan } from './plan/read-locking-plan';
import { openSheet } from './sheet/open-sheet';
import { UnreadableSheet } from './sheet/sheet-row';
import type { SheetOrder } from './sheet-reader';

serveRequests<SheetOrder, ReadSheet>(async ({ pieces, fileName, mirror }) => {
  try {
    const sheet = openSheet(Buffer.concat(pieces));
    const known = JSON.parse(mirror) as Mirror; // as `readMirror` writes it
    return { ok: true, answer: await readLockingPlan(sheet, known, fileName) };
  } catch (error) {
    if (error instanceof UnreadableSheet) return { ok: false, reason: error.sentence };
    throw error;
  }
});
