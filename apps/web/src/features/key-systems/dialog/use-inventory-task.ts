import type { KeySystemConnection, SyncTask } from '@key2xs/contract';
import { isFinished, useLatestTask } from '#data/sync';

/** The running inventory task, and the last failed one if none succeeded since. */
export function useInventoryTask({ id, inventory_read_at }: KeySystemConnection) {
  const latest = useLatestTask('inventory', id);
  if (!latest) return {};
  return isFinished(latest)
    ? { failed: isStillFailing(latest, inventory_read_at) ? latest : undefined }
    : { running: latest };
}

const isStillFailing = ({ status, cancelled, completed_at }: SyncTask, readAt: string | null) =>
  status === 'FAILURE' && !cancelled && Date.parse(completed_at ?? '') > Date.parse(readAt ?? '1970-01-01');
