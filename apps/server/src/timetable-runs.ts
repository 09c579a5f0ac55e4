import { insertRun } from './features/iam/service';
import { insertInventory } from './features/key-systems/inventory/start-inventory';
import { insertSync } from './features/sync/service';
import type { TimetableRuns } from './features/timetables/begin-due-runs';

/** A source is read. Of a key system the inventory is read first, then what waits is synced; the guards see both. */
export const timetableRuns: TimetableRuns = {
  iam_connection: [(tx, asking, id) => insertRun(tx, asking, id, { dry_run: false })],
  key_system_connection: [
    insertInventory,
    async (tx, { deps, caller }, id) =>
      (await insertSync(tx, deps, caller, { target_key_system_connection_id: id }))[0],
  ],
};
