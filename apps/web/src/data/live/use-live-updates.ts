import type { SyncTask, TaskProgress } from '@key2xs/contract';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { syncTaskQuery, syncTasksQuery } from '../sync';
import type { LiveEvent } from './connection';

/** The first screen has the line and the processor to itself until then; tasks are polled meanwhile. */
const AFTER_LOAD_MS = 2_000;

/** Shows changes of tasks as they happen. While that works, tasks are not polled. */
export function useLiveUpdates(): void {
  const client = useQueryClient();
  useEffect(() => {
    const stop = new AbortController();
    const timer = setTimeout(() => void follow(client, stop.signal), AFTER_LOAD_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [client]);
}

async function follow(client: QueryClient, stopped: AbortSignal): Promise<void> {
  const loaded = await import('./connection').catch(() => undefined); // gone after an update of the server: polling goes on
  const onLoss = () => void readAllAgain(client); // which begins polling, too
  await loaded?.followLiveUpdates({ onEvent: (event) => apply(client, event), onLoss }, stopped);
}

function apply(client: QueryClient, { event, data }: LiveEvent): void {
  if (event === 'task_progress') showProgress(client, data);
  else if (event === 'tasks_changed') void readAgain(client, data.task_ids);
  else if (!data.resumed) void readAllAgain(client);
}

const readAllAgain = (client: QueryClient) => client.invalidateQueries({ queryKey: [syncTasksQuery.queryKey[0]] });

const readAgain = (client: QueryClient, taskIds: readonly string[]) =>
  Promise.all(
    [syncTasksQuery.queryKey, ...taskIds.map((id) => syncTaskQuery(id).queryKey)].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  );

function showProgress(client: QueryClient, { task_id, ...progress }: TaskProgress): void {
  const updated = (task: SyncTask) => (task.task_id === task_id ? { ...task, ...progress } : task);
  client.setQueryData(syncTaskQuery(task_id).queryKey, (task) => task && updated(task));
  client.setQueryData(syncTasksQuery.queryKey, (page) => page && { ...page, items: page.items.map(updated) });
}
