import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { isFinished, syncTasksQuery } from '#data/sync';

/** Refetches what is on the screen when a task ends, because it may be out of date. */
export function useFinishedTasks(): void {
  const client = useQueryClient();
  const { data } = useQuery(syncTasksQuery);
  const running = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (!data) return;
    const hasEnded = data.items.some((task) => isFinished(task) && running.current.has(task.task_id));
    running.current = new Set(data.items.filter((task) => !isFinished(task)).map((task) => task.task_id));
    if (hasEnded) {
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== syncTasksQuery.queryKey[0] });
    }
  }, [client, data]);
}
