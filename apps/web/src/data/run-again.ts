import { type Over, subjectOf } from '@key2xs/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { kindsOfTask } from './kinds-of-task';
import { syncTasksQuery } from './sync';

/** Starts a run of the same kind over the same connection; answers the task to follow. */
export function useRunAgain({ of, isDryRun }: { of: Over; isDryRun: boolean }) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => kindsOfTask[of.kind].start(subjectOf(of).id, isDryRun),
    onSettled: () => client.invalidateQueries({ queryKey: syncTasksQuery.queryKey }),
  });
}
