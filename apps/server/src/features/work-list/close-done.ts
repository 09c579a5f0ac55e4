import { isWorkDone } from '@key2xs/domain';
import type { Deps, Tx } from '#platform/deps';
import { loadView } from '../recorded/service';
import { listOpenWork } from './queries';
import { asWrite, type WorkRow } from './work-row';

/** Closes every open entry that the mirror shows as done. @returns how many */
export async function closeDone(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  connectionId: string,
  by: 'read' | 'sync',
): Promise<number> {
  const open = await listOpenWork(tx, connectionId);
  if (open.length === 0) return 0;
  const references = [...new Set(open.flatMap(({ write }) => referencesOf(write)))];
  const recorded = await loadView(tx, connectionId, references);
  const ids = open.filter((entry) => isWorkDone(asWrite(entry), recorded)).map(({ id }) => id);
  if (ids.length === 0) return 0;
  const { numUpdatedRows } = await tx
    .updateTable('work_item')
    .set({ state: 'done', closed_by: by, closed_at: clock() })
    .where('id', '=', (q) => q.fn.any(q.val(ids)))
    .where('state', '=', 'open') // an operator may have just ticked it
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

function referencesOf({ reference, person_reference, profile_reference }: WorkRow['write']): string[] {
  return [reference, person_reference, profile_reference].filter((one) => typeof one === 'string');
}
