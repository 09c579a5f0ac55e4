import { conflictList, conflicts, type Input, iam, parkedList } from '@key2xs/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#lib/calls/call';
import { syncTasksQuery } from '../sync';

type Decision = { id: string } & Input<typeof conflicts.decide>['body'];
type DecisionOfMany = Input<typeof conflicts.decideMany>['body'];
type Decided = Input<typeof conflicts.takeBack>['body'];

/** Takes effect with the next run of the source. */
export function useDecideConflict() {
  const onSettled = useConflictsChanged();
  return useMutation({
    mutationFn: ({ id, ...body }: Decision) => call(conflicts.decide, { params: { id }, body }),
    onSettled,
  });
}

/** The same for many of one kind: all of them or none. */
export function useDecideConflicts() {
  const onSettled = useConflictsChanged();
  return useMutation({ mutationFn: (body: DecisionOfMany) => call(conflicts.decideMany, { body }), onSettled });
}

/** Opens again what was decided at one moment, while no run has followed it. */
export function useTakeBackConflicts() {
  const onSettled = useConflictsChanged();
  return useMutation({ mutationFn: (body: Decided) => call(conflicts.takeBack, { body }), onSettled });
}

function useConflictsChanged() {
  const client = useQueryClient();
  const stale = [[conflictList.name], ['overview'], ['source-status']];
  return () => Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })));
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
