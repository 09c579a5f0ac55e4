import { conflicts, type Input, iam } from '@key2xs/contract';
import { useCall } from '../endpoint-calls';

type Decision = { id: string } & Input<typeof conflicts.decide>['body'];
type DecisionOfMany = Input<typeof conflicts.decideMany>['body'];
type Decided = Input<typeof conflicts.takeBack>['body'];

/** Takes effect with the next run of the source. */
export const useDecideConflict = () =>
  useCall(conflicts.decide, ({ id, ...body }: Decision) => ({ params: { id }, body }));

/** The same for many of one kind: all of them or none. */
export const useDecideConflicts = () => useCall(conflicts.decideMany, (body: DecisionOfMany) => ({ body }));

/** Opens again what was decided at one moment, while no run has followed it. */
export const useTakeBackConflicts = () => useCall(conflicts.takeBack, (body: Decided) => ({ body }));

/** Reads one person of a source now. */
export const useReadPerson = (id: string) =>
  useCall(iam.sync, (person: string) => ({ params: { id }, query: { kind: 'single' as const, person } }));
