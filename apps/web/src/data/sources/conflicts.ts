import { conflicts, type Input, iam } from '@key2xs/contract';
import { useCall } from '../calls/endpoint-calls';

type Decision = { id: string } & Input<typeof conflicts.decide>['body'];
type DecisionOfMany = Input<typeof conflicts.decideMany>['body'];
type Decided = Input<typeof conflicts.takeBack>['body'];

/** Takes effect with the next run of the source. */
export const useDecideConflict = () =>
  useCall(conflicts.decide, ({ id, ...body }: Decision) => ({ params: { id }, body }));

/** The same for many conflicts of one kind: all or none. */
export const useDecideConflicts = () => useCall(conflicts.decideMany, (body: DecisionOfMany) => ({ body }));

/** Reopens the conflicts decided at one moment, unless a run has already acted on them. */
export const useTakeBackConflicts = () => useCall(conflicts.takeBack, (body: Decided) => ({ body }));

/** Reads one person from the source now. */
export const useReadPerson = (id: string) =>
  useCall(iam.sync, (person: string) => ({ params: { id }, query: { kind: 'single' as const, person } }));
