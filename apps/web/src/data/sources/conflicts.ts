import { conflictList, conflicts, type Input, iam, parkedList } from '@key2xs/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#lib/calls/call';
import { syncTasksQuery } from '../sync';

type Decision = { id: string } & Input<typeof conflicts.decide>['body'];

/** Takes effect with the next run of the source. */
export function useDecideConflict() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: Decision) => call(conflicts.decide, { params: { id }, body }),
    onSettled: () =>
      Promise.all(
        [[conflictList.name], ['overview'], ['source-status']].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
}

/** Reads one person of a source now. */
export function useReadPerson(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (person: string) => call(iam.sync, { params: { id }, query: { kind: 'single', person } }),
    onSettled: () =>
      Promise.all(
        [syncTasksQuery.queryKey, [parkedList.name]].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
  });
}
