import type { Capability, KeySystemSession } from '@key2xs/drivers';
import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import { compareLocations } from '#features/locations/service';
import { noteReading, noteRights } from '#features/recorded/service';
import { type StepResult, TaskFailed, type TaskRun } from '#features/tasks/service';
import { recordEvent } from '#platform/audit/audit';
import { asProduct } from '#platform/visible-to';
import type { KeySystemRow } from '../queries';
import { getKeySystem, recordProbe, withSession } from '../service';
import { cursorOf, type InventoryCursor } from './inventory-cursor';
import { readOn } from './read-on';

/**
 * Makes the mirror equal to what the key system lists, one list after the other. What one list has changed stays if a
 * later one fails. Lists that the connection does not support are skipped: what was known is kept.
 * @throws TaskFailed when the connection has been deactivated
 */
export async function inventoryStep(run: TaskRun): Promise<StepResult> {
  const { deps, task } = run;
  const row = await getKeySystem(asProduct(deps.db), task.subject_id); // background work
  const cursor = cursorOf(task);
  if (cursor.remaining.length === 0) return finish(run, row, cursor);
  if (!row.is_active) throw new TaskFailed(say('task.inactiveForInventory', { name: row.name }));
  await withSession(run, row, async (session) => {
    await run.save(deps.db, { phase: 'reading' });
    await readOn({ run, row, session, cursor, capabilities: await askCapabilities(run, row, session) });
  });
  await recordProbe(deps.db, row, { status: 'ACTIVE', error: null, at: deps.clock() });
  return 'again';
}

/** Asks each time: a key system that offers less than at its last test would seem to have lost the rest. */
async function askCapabilities({ deps }: TaskRun, row: KeySystemRow, session: KeySystemSession): Promise<Capability[]> {
  const { capabilities, is_sandbox } = await session.probe();
  if (capabilities.join() !== row.capabilities.join()) {
    await recordProbe(deps.db, row, { status: 'ACTIVE', error: null, at: deps.clock(), is_sandbox, capabilities });
  }
  return capabilities;
}

/** Notes the end once, also when a worker dies between that and the end of the task. */
async function finish(run: TaskRun, row: KeySystemRow, cursor: InventoryCursor): Promise<StepResult> {
  const { deps, caller, save } = run;
  const { counts, changes } = cursor;
  if (!cursor.is_noted) {
    await deps.db.transaction().execute(async (tx) => {
      await save(tx, { cursor: { ...cursor, is_noted: true } });
      await tx
        .updateTable('key_system_connection')
        .set({
          inventory_read_at: deps.clock(),
          inventory_loss: null,
          inventory_counts: sql<string>`inventory_counts || ${JSON.stringify(counts)}::jsonb`,
        })
        .where('id', '=', row.id)
        .execute();
      const isWhole = (['persons', 'profiles', 'keys'] as const).every((list) => counts[list] !== undefined);
      if (isWhole) await noteReading(tx, row.id, run.task.created_at);
      else await noteRights(tx, row.id, 'asked');
      const places = await compareLocations(tx, row.id);
      const details = { name: row.name, counts, changes, places };
      await recordEvent(tx, caller, 'key_system.inventory_read', { id: row.id, details });
    });
  }
  const { access_events } = changes;
  return {
    outcome: 'read',
    counts: { ...counts, ...(access_events && { access_events: access_events.new }) },
    failed: 0,
  };
}
