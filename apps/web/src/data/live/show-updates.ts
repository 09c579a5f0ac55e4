import { liveResources, type SyncTask, type TaskProgress } from '@key2xs/contract';
import type { QueryClient } from '@tanstack/react-query';
import { invalidate, refetch } from '../calls/refetching';
import { readMovingAgain } from '../tasks/change-sets';
import { syncTaskQuery, syncTasksQuery } from '../tasks/sync';
import { followLiveUpdates, type LiveEvent } from './connection';

/** Shows changes of tasks, change sets and followed records as they happen, until the signal. */
export function showUpdates(client: QueryClient, stopped: AbortSignal): Promise<void> {
  const onLoss = () => void readAllAgain(client); // which begins polling, too
  return followLiveUpdates({ onEvent: (event) => apply(client, event), onLoss }, stopped);
}

function apply(client: QueryClient, { event, data }: LiveEvent): void {
  if (event === 'task_progress') showProgress(client, data);
  else if (event === 'tasks_changed') void readAgain(client, data.task_ids);
  else if (event === 'records_changed') void refetch(client, data.resources);
  else if (!data.resumed) void readAllAgain(client);
}

const followed: ReadonlySet<unknown> = new Set([...liveResources, 'change-sets', syncTasksQuery.queryKey[0]]);

const readAllAgain = (client: QueryClient) =>
  invalidate(client, { predicate: ({ queryKey }) => followed.has(queryKey[0]) });

const readAgain = (client: QueryClient, taskIds: readonly string[]) =>
  Promise.all([
    ...[syncTasksQuery.queryKey, ...taskIds.map((id) => syncTaskQuery(id).queryKey)].map((queryKey) =>
      invalidate(client, { queryKey }),
    ),
    readMovingAgain(client),
  ]);

function showProgress(client: QueryClient, { task_id, ...progress }: TaskProgress): void {
  const updated = (task: SyncTask) => (task.task_id === task_id ? { ...task, ...progress } : task);
  client.setQueryData(syncTaskQuery(task_id).queryKey, (task) => task && updated(task));
  void readMovingAgain(client);
  client.setQueryData(syncTasksQuery.queryKey, (page) => page && { ...page, items: page.items.map(updated) });
}
