import { type Input, possessionCheckList, possessionChecks } from '@key2xs/contract';
import { endpointQuery, useCall } from '../calls/endpoint-calls';
import { recordsQuery } from '../calls/records';

/** One check with its figures. */
export const possessionCheckQuery = (id: string) =>
  endpointQuery(possessionChecks.get, ['one', id], { params: { id } });

/** The newest check, if there was one. */
export const newestCheckQuery = recordsQuery(possessionCheckList, { params: undefined, query: { limit: 1 } });

export const useStartCheck = () =>
  useCall(possessionChecks.start, (body: Input<typeof possessionChecks.start>['body']) => ({ body }));

export const useRemindHolders = () => useCall(possessionChecks.remind, (id: string) => ({ params: { id } }));

export const useEndCheck = () => useCall(possessionChecks.end, (id: string) => ({ params: { id } }));
