import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { invalidate } from '#data/calls/refetching';
import { isFinished, syncTasksQuery } from '#data/tasks/sync';

/**
 * Refetches the visible data when a task ends, because it may be out of date; also when the task started and ended
 * between polls.
 */
export function useFinishedTasks(): void {
  const client = useQueryClient();
  const { data } = useQuery(syncTasksQuery);
  const ended = useRef<ReadonlySet<string>>(undefined);
  useEffect(() => {
    if (!data) return;
    const known = ended.current;
    ended.current = new Set(data.items.filter(isFinished).map((task) => task.task_id));
    if (!known || [...ended.current].every((id) => known.has(id))) return;
    void invalidate(client, { predicate: ({ queryKey }) => queryKey[0] !== syncTasksQuery.queryKey[0] });
  }, [client, data]);
}
