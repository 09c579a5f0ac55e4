import type { SyncTask } from '@key2xs/contract';

/** How a run stands, told apart where "completed" would say too much: a stopped one has changed nothing. */
export type TaskStand =
  | 'running'
  | 'completed'
  | 'partly'
  | 'stopped'
  | 'previewed'
  | 'waiting'
  | 'read'
  | 'failed'
  | 'cancelled';

export function standOf({ status, result, cancelled }: Pick<SyncTask, 'status' | 'result' | 'cancelled'>): TaskStand {
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

/** Green only where all of it was done. */
export const tonesOfStands = {
  running: 'blue',
  completed: 'green',
  partly: 'amber',
  stopped: 'amber',
  previewed: 'blue',
  waiting: 'amber',
  read: 'green',
  failed: 'red',
  cancelled: 'grey',
} as const satisfies Record<TaskStand, string>;
