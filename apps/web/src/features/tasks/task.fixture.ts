import type { SyncTask } from '@key2xs/contract';

/** An import that is being applied; `changes` overrides fields. */
export function aTask(changes: Partial<SyncTask> = {}): SyncTask {
  return {
    task_id: '01900000-0000-7000-8000-0000000000d1',
    kind: 'directory',
    status: 'RUNNING',
    phase: 'applying',
    done: 5_000,
    total: 32_812,
    title: 'Staff list',
    dry_run: false,
    result: null,
    error: null,
    cancelled: false,
    subject_id: changes.key_system_connection_id ?? changes.iam_connection_id ?? '01900000-0000-7000-8000-0000000000a1',
    iam_connection_id: '01900000-0000-7000-8000-0000000000a1',
    key_system_connection_id: null,
    change_set_id: null,
    seen: false,
    created_at: '2026-03-03T09:14:00Z',
    started_at: '2026-03-03T09:14:01Z',
    completed_at: null,
    ...changes,
  };
}
