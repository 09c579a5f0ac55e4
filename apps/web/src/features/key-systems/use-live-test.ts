import type { Diagnosis } from '@key2xs/contract';
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';

const POLL_MS = 400;

type TestQuery<Key extends QueryKey> = UseQueryOptions<Diagnosis | null, Error, Diagnosis | null, Key>;

/**
 * The last test of a connection; a running one step by step, no matter who started it.
 * @param known   the connection's own record of its last test, until the query answers
 * @param isAsked whether a test was started here and has not ended
 */
export function useLiveTest<Key extends QueryKey>(query: TestQuery<Key>, known: Diagnosis | null, isAsked: boolean) {
  const { data = known } = useQuery({
    ...query,
    refetchInterval: ({ state }) => (isAsked || (state.data ? state.data.ended_at === null : false) ? POLL_MS : false),
  });
  const isUnderWay = data !== null && data.ended_at === null;
  // Until the server has started the test, it answers the previous one.
  const isAboutToBegin = isAsked && !isUnderWay;
  return { isRunning: isAsked || isUnderWay, test: isAboutToBegin ? null : data };
}
