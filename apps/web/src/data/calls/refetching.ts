import { affectedBy, type Endpoint, type Resource, resourceOf } from '@key2xs/contract';
import { type QueryClient, type QueryFilters, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onWrite } from '#lib/calls/writes';
import type { historyKey } from '../plans/edit-history';

declare module '@tanstack/react-query' {
  interface Register {
    /** The resource comes first, so that its queries are found after a change. */
    queryKey: readonly [Resource, ...unknown[]] | ReturnType<typeof historyKey>;
  }
}

/** The key of a query that calls this endpoint; the rest has to distinguish it from others of the same resource. */
export const keyOf = (read: Pick<Endpoint, 'path'>, ...rest: readonly unknown[]) =>
  [resourceOf(read), ...rest] as const;

/**
 * Refetches visible data after a change. A query whose first fetch is under way is fetched again after it: the library would
 * reuse that fetch, although the server may have answered it before the change.
 */
export async function invalidate(client: QueryClient, filters: QueryFilters): Promise<void> {
  const firstFetches = client
    .getQueryCache()
    .findAll({ ...filters, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined);
  await client.invalidateQueries(filters);
  await Promise.all(
    firstFetches.map(({ queryKey }) => client.invalidateQueries({ queryKey, exact: true }, { cancelRefetch: false })),
  );
}

/** Refetches visible data of these resources and of everything derived from them. */
export function refetch(client: QueryClient, changed: readonly Resource[]): Promise<void> {
  const affected: ReadonlySet<unknown> = affectedBy(changed);
  return invalidate(client, { predicate: ({ queryKey }) => affected.has(queryKey[0]) });
}

/** After every write, refetches what the contract declares as changed. The call ends when that is done. */
export function useRefetching(): void {
  const client = useQueryClient();
  useEffect(() => onWrite(async ({ changes = [] }) => 'none' in changes || (await refetch(client, changes))), [client]);
}
