import { checkedKeyList, type Input, keyRingList, possessionCheckList, possessionChecks } from '@key2xs/contract';
import { endpointQuery, useCall } from '../calls/endpoint-calls';
import { recordsQuery } from '../calls/records';

/** One check with its figures. */
export const possessionCheckQuery = (id: string) =>
  endpointQuery(possessionChecks.get, ['one', id], { params: { id } });

/** The newest check, if there was one. */
export const newestCheckQuery = recordsQuery(possessionCheckList, { params: undefined, query: { limit: 1 } });

/** What a check asks a holder about. */
export const keysOfHolderQuery = (id: string, person_id: string) =>
  recordsQuery(checkedKeyList, { params: { id }, query: { person_id, sort: 'marking', limit: 200 } });

/** The rings to choose from, by name. */
export const ringChoicesQuery = recordsQuery(keyRingList, { params: undefined, query: { limit: 200 } });

export const useSetRepetition = () =>
  useCall(possessionChecks.repeat, ({ id, repeat_months }: { id: string; repeat_months: number | null }) => ({
    params: { id },
    body: { repeat_months },
  }));

type Entered = Input<typeof possessionChecks.enter>['body'];

export const useEnterAnswers = () =>
  useCall(possessionChecks.enter, ({ id, ...body }: Entered & { id: string }) => ({ params: { id }, body }));

export const useStartCheck = () =>
  useCall(possessionChecks.start, (body: Input<typeof possessionChecks.start>['body']) => ({ body }));

export const useRemindHolders = () => useCall(possessionChecks.remind, (id: string) => ({ params: { id } }));

export const useEndCheck = () => useCall(possessionChecks.end, (id: string) => ({ params: { id } }));
