import { conflicts, type Input, iam } from '@key2xs/contract';
import { useMutation } from '@tanstack/react-query';
import { call } from '#lib/calls/call';

type Decision = { id: string } & Input<typeof conflicts.decide>['body'];
type DecisionOfMany = Input<typeof conflicts.decideMany>['body'];
type Decided = Input<typeof conflicts.takeBack>['body'];

/** Takes effect with the next run of the source. */
export function useDecideConflict() {
  return useMutation({
    mutationFn: ({ id, ...body }: Decision) => call(conflicts.decide, { params: { id }, body }),
  });
}

/** The same for many of one kind: all of them or none. */
export function useDecideConflicts() {
  return useMutation({ mutationFn: (body: DecisionOfMany) => call(conflicts.decideMany, { body }) });
}

/** Opens again what was decided at one moment, while no run has followed it. */
export function useTakeBackConflicts() {
  return useMutation({ mutationFn: (body: Decided) => call(conflicts.takeBack, { body }) });
}

/** Reads one person of a source now. */
export const useReadPerson = (id: string) =>
  useMutation({
    mutationFn: (person: string) => call(iam.sync, { params: { id }, query: { kind: 'single', person } }),
  });
