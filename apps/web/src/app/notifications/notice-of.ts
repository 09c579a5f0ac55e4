import type { SyncStatus } from '@key2xs/contract';

/** The sentence for a task of this status. */
export function noticeOf(status: SyncStatus): 'running' | 'succeeded' | 'ended' {
  if (status === 'SUCCESS') return 'succeeded';
  return status === 'FAILURE' ? 'ended' : 'running';
}
