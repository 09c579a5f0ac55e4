import { affectedBy, type Endpoint, type Resource, resourceOf } from '@key2xs/contract';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onWrite } from '#lib/calls/writes';
import type { historyKey } from './edit-history';

declare module '@tanstack/react-query' {
  interface Register {
    /** The resource comes first, so that its queries are found after a change. */
    queryKey: readonly [Resource, ...unknown[]] | ReturnType<typeof historyKey>;
  }
}

/** The key of a query that calls this endpoint; the rest has to distinguish it from others of the same resource. */
export const keyOf = (read: Pick<Endpoint, 'path'>, ...rest: readonly unknown[]) =>
  [resourceOf(read), ...rest] as const;

/** Refetches visible data of these resources and of everything derived from them. */
export function refetch(client: QueryClient, changed: readonly Resource[]): Promise<void> {
  const affected: ReadonlySet<unknown> = affectedBy(changed);
  return client.invalidateQueries({ predicate: ({ queryKey }) => affected.has(queryKey[0]) });
}

/** After every write, refetches what the contract declares as changed. The call ends when that is done. */
export function useRefetching(): void {
  const client = useQueryClient();
  useEffect(() => onWrite(async ({ changes = [] }) => 'none' in changes || (await refetch(client, changes))), [client]);
}
