import { type Input, type KeyCase, type KeyCaseDetail, keyCaseList, keyCases } from '@key2xs/contract';
import { endpointQuery, useCall } from '../calls/endpoint-calls';
import { recordsQuery } from '../calls/records';

/** How many cases are open, by kind. */
export const caseCountsQuery = endpointQuery(keyCases.counts, ['counts'], {});

/** Administrators who may look after cases. */
export const caseOwnersQuery = endpointQuery(keyCases.owners, ['owners'], {});

/** Tells which of several could not be changed. */
export const useChangeCases = () =>
  useCall(keyCases.changeMany, (body: Input<typeof keyCases.changeMany>['body']) => ({ body }));

/** One case with its history. */
export const caseQuery = (id: string) => endpointQuery(keyCases.get, ['one', id], { params: { id } });

/** The open case of a key, if it has one. */
export const openCaseQuery = (keyId: string) =>
  recordsQuery(keyCaseList, { params: undefined, query: { key_id: keyId, state: 'open', limit: 1 } });

export const useOpenCase = () => useCall(keyCases.open, (body: Input<typeof keyCases.open>['body']) => ({ body }));

type Target = { item: Pick<KeyCase, 'id' | 'version'> };
const ifMatch = ({ item }: Target) => ({ ifMatch: item.version });

/** Changes nothing after a concurrent change (version_conflict), as all below. */
export const useUpdateCase = () =>
  useCall(
    keyCases.update,
    ({ item, body }: Target & { body: Input<typeof keyCases.update>['body'] }) => ({ params: { id: item.id }, body }),
    ifMatch,
  );

export const useBecomeLost = () =>
  useCall(
    keyCases.becomeLost,
    ({ item, reason }: Target & { reason: string }) => ({ params: { id: item.id }, body: { reason } }),
    ifMatch,
  );

export const useInvalidateKey = () =>
  useCall(
    keyCases.invalidate,
    ({ item, reason }: Target & { reason: string }) => ({ params: { id: item.id }, body: { reason } }),
    ifMatch,
  );

export type DoorDecision = Input<typeof keyCases.decide>['body'];

export const useDecideDoors = () =>
  useCall(
    keyCases.decide,
    ({ item, body }: Target & { body: DoorDecision }) => ({ params: { id: item.id }, body }),
    ifMatch,
  );

export const useReplaceKey = () =>
  useCall(
    keyCases.replace,
    ({ item, body }: Target & { body: Input<typeof keyCases.replace>['body'] }) => ({ params: { id: item.id }, body }),
    ifMatch,
  );

export type CaseOutcome = NonNullable<KeyCaseDetail['outcome']>;

export const useCloseCase = () =>
  useCall(
    keyCases.close,
    ({ item, body }: Target & { body: Input<typeof keyCases.close>['body'] }) => ({ params: { id: item.id }, body }),
    ifMatch,
  );
