import { type Input, type KeyRequest, keyRequestFiles, keyRequestRules, keyRequests } from '@key2xs/contract';
import { endpointQuery, useCall } from '../calls/endpoint-calls';

/** How many requests are open, wait for the reader, and are the reader's own. */
export const requestCountsQuery = endpointQuery(keyRequests.counts, ['counts'], {});

/** One request with its steps, its history, and for who decides the risk. */
export const requestQuery = (id: string) => endpointQuery(keyRequests.get, ['one', id], { params: { id } });

export type Choosing = Input<typeof keyRequests.choices>['query'];

/** People, places or keys that can be named in a request. */
export const requestChoicesQuery = (query: Choosing) =>
  endpointQuery(keyRequests.choices, ['choices', query], { query });

export type NewRequest = Input<typeof keyRequests.submit>['body'];

/** Who decides, until when, and what is allowed. */
export const usePreviewRequest = () => useCall(keyRequests.preview, (body: NewRequest) => ({ body }));

export const useSubmitRequest = () => useCall(keyRequests.submit, (body: NewRequest) => ({ body }));

type Target = { item: Pick<KeyRequest, 'id' | 'version'> };
const ifMatch = ({ item }: Target) => ({ ifMatch: item.version });

export type RequestDecision = Input<typeof keyRequests.decide>['body'];

/** Changes nothing after a concurrent change (version_conflict), as all below. */
export const useDecideRequest = () =>
  useCall(
    keyRequests.decide,
    ({ item, body }: Target & { body: RequestDecision }) => ({ params: { id: item.id }, body }),
    ifMatch,
  );

export const useCompleteRequest = () =>
  useCall(
    keyRequests.complete,
    ({ item, body }: Target & { body: Input<typeof keyRequests.complete>['body'] }) => ({
      params: { id: item.id },
      body,
    }),
    ifMatch,
  );

export const useAnswerRequest = () =>
  useCall(
    keyRequests.answer,
    ({ item, note }: Target & { note: string }) => ({ params: { id: item.id }, body: { note } }),
    ifMatch,
  );

type Reasoned = Target & { reason: string };
const reasoned = ({ item, reason }: Reasoned) => ({ params: { id: item.id }, body: { reason } });

export const useRevokeDecision = () => useCall(keyRequests.revoke, reasoned, ifMatch);

export const useCancelRequest = () => useCall(keyRequests.cancel, reasoned, ifMatch);

export const useGiveBack = () => useCall(keyRequests.giveBack, reasoned, ifMatch);

export const useReserveKey = () =>
  useCall(
    keyRequests.reserve,
    ({ item, key_id }: Target & { key_id: string }) => ({ params: { id: item.id }, body: { key_id } }),
    ifMatch,
  );

export const useGrantRequest = () =>
  useCall(
    keyRequests.grant,
    ({ item, keyplan_id }: Target & { keyplan_id: string }) => ({ params: { id: item.id }, body: { keyplan_id } }),
    ifMatch,
  );

export const useSetReady = () =>
  useCall(keyRequests.ready, ({ item }: Target) => ({ params: { id: item.id } }), ifMatch);

export const useApplyRequest = () =>
  useCall(keyRequests.apply, ({ item }: Target) => ({ params: { id: item.id }, body: {} }), ifMatch);

export const useAddRequestFile = () =>
  useCall(keyRequestFiles.add, ({ id, file }: { id: string; file: File }) => ({ params: { id }, body: { file } }));

export const useRemoveRequestFile = () =>
  useCall(
    keyRequestFiles.remove,
    ({ item, file_id }: Target & { file_id: string }) => ({ params: { id: item.id, file_id } }),
    ifMatch,
  );

/** The rules of requests. */
export const requestRulesQuery = endpointQuery(keyRequestRules.get, ['rules'], {});

export const useSaveRequestRules = () =>
  useCall(
    keyRequestRules.save,
    ({ body }: { body: Input<typeof keyRequestRules.save>['body']; version: number }) => ({ body }),
    ({ version }) => ({ ifMatch: version }),
  );
