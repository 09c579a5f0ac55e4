import { type CountCorrection, type CountDifferenceName, type Input, type KeyCount, keyCounts } from '@key2xs/contract';
import { endpointQuery, useCall } from '../calls/endpoint-calls';

/** Several people count at once, so an open count is read again while it is shown. */
const openMs = 4_000;

/** A count with its figures. */
export const keyCountQuery = (id: string) => ({
  ...endpointQuery(keyCounts.get, ['one', id], { params: { id } }),
  refetchInterval: ({ state: { data } }: { state: { data?: KeyCount | undefined } }) =>
    data?.closed_at === null ? openMs : false,
});

type Wanted = { kind: CountDifferenceName; limit: number };

/** Differences of a count as it is at this version. */
export const countDifferencesQuery = ({ id, version }: KeyCount, query: Wanted) => ({
  ...endpointQuery(keyCounts.differences, ['differences', id, version, query], { params: { id }, query }),
  placeholderData: <T>(before: T) => before,
});

export const useStartCount = () =>
  useCall(keyCounts.start, (body: Input<typeof keyCounts.start>['body']) => ({ body }));

export const useScanCount = (id: string) =>
  useCall(keyCounts.scan, (body: Input<typeof keyCounts.scan>['body']) => ({ params: { id }, body }));

export const useRemoveScan = (id: string) =>
  useCall(keyCounts.removeScan, (scan_id: string) => ({ params: { id, scan_id } }));

export const useDiscardCount = () => useCall(keyCounts.discard, (id: string) => ({ params: { id } }));

type Closing = { count: KeyCount; reason: string; corrections: { key_id: string; correction: CountCorrection }[] };

/** Refused after another scan (version_conflict). */
export const useCloseCount = () =>
  useCall(
    keyCounts.close,
    ({ count, reason, corrections }: Closing) => ({ params: { id: count.id }, body: { reason, corrections } }),
    ({ count }) => ({ ifMatch: count.version }),
  );
