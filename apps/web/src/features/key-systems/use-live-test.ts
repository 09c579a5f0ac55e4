import type { Diagnosis } from '@key2xs/contract';
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';

const POLL_MS = 400;

type TestQuery<Key extends QueryKey> = UseQueryOptions<Diagnosis | null, Error, Diagnosis | null, Key>;

/**
 * The last test of a connection; while one is under way, step by step, whoever started it.
 * @param known   what the connection itself says about its last test, until it is asked
 * @param isAsked whether a test was started here and has not answered
 */
export function useLiveTest<Key extends QueryKey>(query: TestQuery<Key>, known: Diagnosis | null, isAsked: boolean) {
  const { data = known } = useQuery({
    ...query,
    refetchInterval: ({ state }) => (isAsked || (state.data ? state.data.ended_at === null : false) ? POLL_MS : false),
  });
  const isUnderWay = data !== null && data.ended_at === null;
  // Until the server knows of the test that was asked for, what it has is the one before.
  const isAboutToBegin = isAsked && !isUnderWay;
  return { isRunning: isAsked || isUnderWay, test: isAboutToBegin ? null : data };
}
