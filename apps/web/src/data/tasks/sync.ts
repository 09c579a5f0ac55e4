import { type Input, type SyncTask, sync, type TaskKind } from '@key2xs/contract';
import { queryOptions, skipToken, useMutation, useQuery } from '@tanstack/react-query';
import { call } from '#lib/calls/call';
import { failedTo } from '#lib/calls/failed-to';
import { session, sharedState } from '#lib/session';
import type { StoredTask } from '#lib/session/shared-state';
import { keyOf } from '../calls/refetching';
import { findFirstActive } from '../key-systems/key-systems';
import { isLive } from '../live/is-live';
import { removedTasks } from './removed-tasks';

const POLL_MS = 1_000;
const POLL_LIST_MS = 3_000;
const POLL_QUIET_MS = 30_000;

export const isFinished = (task: SyncTask) => task.status === 'SUCCESS' || task.status === 'FAILURE';

/** Stores the newest task of each subject in this browser, so that unseen ones are known right after a reload. */
function storeTasks(newestFirst: readonly SyncTask[]): void {
  if (session.phase() !== 'signed-in') return;
  const removed = new Set(removedTasks());
  const storedTasks = [...newestFirst]
    .reverse()
    .flatMap((task) => (removed.has(task.task_id) ? [] : [[task.subject_id, toStored(task)] as const]));
  sharedState.write({ sync_tasks: Object.fromEntries(storedTasks) });
}

const toStored = ({ task_id, status, result, error, seen, started_at, completed_at }: SyncTask): StoredTask => ({
  taskId: task_id,
  status,
  result,
  error,
  seen,
  startedAt: started_at,
  completedAt: completed_at,
});

/** How many of the stored tasks have ended unseen. */
export const countStoredUnseen = (): number =>
  Object.values(sharedState.read().sync_tasks ?? {}).filter(
    ({ status, seen }) => !seen && (status === 'SUCCESS' || status === 'FAILURE'),
  ).length;

/** The newest tasks. Without live updates polled every few seconds while one runs, slowly otherwise. */
export const syncTasksQuery = queryOptions({
  queryKey: keyOf(sync.list, 'list'),
  queryFn: async ({ signal }) => {
    const page = await call(sync.list, { query: { offset: 0, limit: 20 } }, { signal });
    storeTasks(page.items);
    return page;
  },
  refetchInterval: ({ state }) =>
    !isLive() && ((state.data?.items.every(isFinished) ?? true) ? POLL_QUIET_MS : POLL_LIST_MS),
});

/** The newest task of a kind over this subject. */
export function useLatestTask(kind: TaskKind, subjectId: string): SyncTask | undefined {
  const { data } = useQuery(syncTasksQuery);
  return data?.items.find((task) => task.kind === kind && task.subject_id === subjectId);
}

/** One task, followed until it ends. @throws Error for an empty id, worded as in the specification */
export const syncTaskQuery = (taskId: string | undefined) =>
  queryOptions({
    queryKey: keyOf(sync.status, 'one', taskId),
    queryFn:
      taskId === undefined
        ? skipToken
        : ({ signal }) => {
            if (taskId === '') throw new Error('Task ID is required to get sync status.');
            return call(sync.status, { params: { task_id: taskId } }, { signal, ...failedTo('getSyncStatus') });
          },
    refetchInterval: ({ state }) => (isLive() || (state.data && isFinished(state.data)) ? false : POLL_MS),
  });

/** Survives a reload: all state is on the server. */
export const useSyncTask = (taskId: string | undefined) => useQuery(syncTaskQuery(taskId));

/** Cancels a run that has not started writing. */
export const useCancelTask = () =>
  useMutation({ mutationFn: (task_id: string) => call(sync.cancel, { params: { task_id } }) });

/** Marks every ended task as seen by the signed-in user. */
export const useMarkSeen = () => useMutation({ mutationFn: () => call(sync.markSeen, {}) });

type Start = Input<typeof sync.start>['body'];

const isFull = (body: Start = {}) => !body.target_key_system_connection_id && !body.source_iam_identifier;

export const startSync = (body: Start) =>
  call(sync.start, { body }, failedTo(isFull(body) ? 'startFullSync' : 'startSync'));

/** Starts a sync. An empty body means every active key system. @returns the task to follow */
export const useStartSync = () => useMutation({ mutationFn: startSync });

/**
 * Previews a sync of the first active key system, to which a plan has to link the source.
 * @returns the task to follow
 * @throws Error without an id, worded as in the specification; if no key system is active
 */
export async function previewSyncOfSource(sourceId: string) {
  if (sourceId === '') throw new Error('sourceIamIdentifier is required to start synchronization.');
  const target = await findFirstActive();
  return startSync({
    source_iam_identifier: sourceId,
    target_key_system_connection_id: target,
    dry_run: true,
  });
}
