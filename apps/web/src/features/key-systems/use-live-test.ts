import type { Diagnosis } from '@key2xs/contract';
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { isLive } from '#data/live/is-live';

const POLL_MS = 400;

type TestQuery<Key extends QueryKey> = UseQueryOptions<Diagnosis | null, Error, Diagnosis | null, Key>;

/**
 * The last test of a connection; a running one step by step, regardless of who started it.
 * @param known the connection's own record of its last test, until the query answers
 * @param isRequested whether a test was started here and has not ended
 */
export function useLiveTest<Key extends QueryKey>(
  query: TestQuery<Key>,
  known: Diagnosis | null,
  isRequested: boolean,
) {
  const { data = known } = useQuery({
    ...query,
    refetchInterval: ({ state }) => (!isLive() && (isRequested || state.data?.ended_at === null) ? POLL_MS : false),
  });
  const isInProgress = data !== null && data.ended_at === null;
  // The server answers with the previous test until the new one has started.
  const isStarting = isRequested && !isInProgress;
  return { isRunning: isRequested || isInProgress, test: isStarting ? null : data };
}
