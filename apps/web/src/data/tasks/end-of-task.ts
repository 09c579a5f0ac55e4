import type { SyncTask } from '@key2xs/contract';

/** The state of a run, more precise than "completed": a stopped run has changed nothing. */
export type TaskState =
  | 'running'
  | 'completed'
  | 'partly'
  | 'stopped'
  | 'previewed'
  | 'waiting'
  | 'read'
  | 'failed'
  | 'cancelled';

export function taskStateOf({
  status,
  result,
  cancelled,
}: Pick<SyncTask, 'status' | 'result' | 'cancelled'>): TaskState {
  if (cancelled) return 'cancelled';
  if (status === 'FAILURE') return 'failed';
  if (status !== 'SUCCESS') return 'running';
  switch (result?.outcome) {
    case 'quarantined':
      return 'stopped';
    case 'previewed':
      return 'previewed';
    case 'waiting':
      return 'waiting';
    case 'read':
      return 'read';
    default:
      return result && result.failed + result.waiting > 0 ? 'partly' : 'completed';
  }
}

/** Green only if everything was done. */
export const taskStateTones = {
  running: 'blue',
  completed: 'green',
  partly: 'amber',
  stopped: 'amber',
  previewed: 'blue',
  waiting: 'amber',
  read: 'green',
  failed: 'red',
  cancelled: 'grey',
} as const satisfies Record<TaskState, string>;
