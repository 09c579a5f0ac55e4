import type { KeySystemSession } from '@key2xs/drivers';
import { recordEvent } from '#platform/audit';
import type { StepResult, TaskRun } from '../tasks/service';
import { converse } from './converse';
import { getKeySystem } from './get-key-system';
import { saveInventory } from './mirror';
import { recordProbe } from './queries';

/** Key system in: reads cylinders, groups and keys whole, then makes the mirror equal to them in one transaction. */
export async function inventoryStep(run: TaskRun): Promise<StepResult> {
  const { deps, task, caller, save } = run;
  const row = await getKeySystem(deps.db, task.key_system_connection_id ?? '');
  await save(deps.db, { phase: 'reading' });
  const inventory = await converse(run, row, readAll);
  const counts = Object.fromEntries(Object.entries(inventory).map(([kind, items]) => [kind, items.length]));
  await deps.db.transaction().execute(async (tx) => {
    await save(tx, { phase: 'applying' });
    await saveInventory(tx, deps, row.id, inventory);
    await recordProbe(tx, row.id, { status: 'ACTIVE', error: null, at: deps.clock() });
    await recordEvent(tx, caller, 'key_system.inventory_read', { id: row.id, details: { name: row.name, ...counts } });
  });
  return { outcome: 'read', counts, failed: 0 };
}

async function readAll(session: KeySystemSession) {
  return {
    cylinder_groups: await collect(session.listCylinderGroups()),
    cylinders: await collect(session.listCylinders()),
    keys: await collect(session.listKeys()),
  };
}

async function collect<T>(pages: AsyncIterable<readonly T[]>): Promise<T[]> {
  const all: T[] = [];
  for await (const page of pages) all.push(...page);
  return all;
}
