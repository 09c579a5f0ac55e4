import { say } from '@key2xs/texts';
import type { Db } from '#platform/deps';
import { mapInSlices } from '#platform/in-slices';
import { readPlannedRights } from '../../locking-plans/service';
import { listHolders } from '../../recorded/service';
import { linkHolders } from './recorded-access';
import type { Rights } from './rights';

/** Adds what the locking plan uploaded for a key system gives. */
export async function addOfLockingPlan(tx: Db, rights: Rights, connectionId: string): Promise<void> {
  const plan = await readPlannedRights(tx, connectionId);
  if (!plan) return;
  const numberOf = plan.columns.map(({ cylinder_id }) => rights.doors.numberOf.get(cylinder_id ?? ''));
  const holders = await linkHolders(tx, await listHolders(tx, [connectionId]));
  await mapInSlices(plan.rows, ({ label, holder, rights: columns }) => {
    const numbers = columns.flatMap((column) => numberOf[column] ?? []);
    const linked = holders.get(holder ?? '');
    rights.add(linked?.person ?? null, linked?.name ?? label, numbers, { key: holder ?? label });
  });
  const unknown = plan.columns.filter(({ cylinder_id }) => cylinder_id === null).length;
  if (unknown > 0)
    rights.warnings.push({
      code: 'unknown_columns',
      sentence: say('generator.warnings.unknownColumns', { count: unknown }),
    });
}
