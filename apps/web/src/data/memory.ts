import { memory } from '@key2xs/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#lib/calls/call';

/** How long it is kept who could open what. For super admins only. */
export const memoryQuery = queryOptions({
  queryKey: ['memory'],
  queryFn: ({ signal }) => call(memory.get, {}, { signal }),
});

export function useChangeMemory() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (retention_days: number) => call(memory.change, { body: { retention_days } }),
    onSuccess: (kept) => client.setQueryData(memoryQuery.queryKey, kept),
  });
}
