import type { InventoryLoss } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { startTask } from '#features/tasks/service';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps, Tx } from '#platform/deps';
import { AppError } from '#platform/errors';
import type { TaskRow } from '#platform/schema/schema';
import { asCaller } from '#platform/visible-to';
import type { Connection } from '../queries';
import { getConnection } from '../service';
import { type InventoryCursor, newCursor } from './inventory-cursor';

/** @throws AppError not_found, conflict, sync_in_progress */
export function startInventory(deps: Deps, caller: Caller, id: string): Promise<TaskRow> {
  return begin(deps, (tx) => insertInventory(tx, { deps, caller }, id));
}

/** The same in the caller's transaction. Call `deps.jobs.nudge()` after the commit. */
export function insertInventory(tx: Tx, asking: Asking, id: string): Promise<TaskRow> {
  return insertRead(tx, asking, id, async ({ name }) => {
    await recordEvent(tx, asking.caller, 'key_system.inventory_started', { id, details: { name } });
    return undefined;
  });
}

/**
 * Reads again, and lets the list that stopped the last read have lost as much as it had then, but no more.
 * @throws AppError not_found, sync_in_progress; conflict also when that is no longer what waits for a decision
 */
export function acceptLoss(
  deps: Deps,
  caller: Caller,
  id: string,
  { reason, list, gone, listed }: Omit<InventoryLoss, 'known'> & { reason: string },
): Promise<TaskRow> {
  return begin(deps, (tx) =>
    insertRead(tx, { deps, caller }, id, async ({ name, inventory_loss: loss }) => {
      if (loss?.list !== list || loss.gone !== gone || loss.listed !== listed) {
        throw new AppError('conflict', say('keySystem.readMeanwhile'));
      }
      await recordEvent(tx, caller, 'key_system.loss_accepted', { id, details: { name, ...loss, reason } });
      return { list, gone, listed };
    }),
  );
}

async function begin(deps: Deps, insert: (tx: Tx) => Promise<TaskRow>): Promise<TaskRow> {
  const task = await deps.db.transaction().execute(insert);
  deps.jobs.nudge();
  return task;
}

type Asking = { deps: Deps; caller: Caller };

async function insertRead(
  tx: Tx,
  { deps, caller }: Asking,
  id: string,
  note: (row: Connection) => Promise<InventoryCursor['accepted']>,
): Promise<TaskRow> {
  const system = await getConnection(asCaller(tx, caller), id);
  const { name, is_active } = system;
  if (!is_active) throw new AppError('conflict', say('record.inactive', { name }));
  const cursor = newCursor(await note(system));
  return startTask(tx, deps, caller, { kind: 'inventory', subject_id: id, cursor });
}
