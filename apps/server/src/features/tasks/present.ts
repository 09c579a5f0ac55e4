import type { SyncTask } from '@key2xs/contract';
import type { Language } from '@key2xs/texts';
import { told } from '@key2xs/texts/teller';
import type { SeenTaskRow, TaskRow } from './queries';

export function presentTask(row: TaskRow | SeenTaskRow, language: Language = 'en'): SyncTask {
  const hasEnded = row.status === 'SUCCESS' || row.status === 'FAILURE';
  return {
    ...row,
    task_id: row.id,
    error: row.error && told(row.error, language),
    result: row.result && { ...row.result, waiting: row.result.waiting ?? 0 },
    seen: hasEnded && 'seen' in row && row.seen,
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    completed_at: row.completed_at?.toISOString() ?? null,
  };
}
