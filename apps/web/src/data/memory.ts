import { memory } from '@key2xs/contract';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '#lib/calls/call';
import { keyOf } from './refetching';

/** How long it is kept who could open what. For super admins only. */
export const memoryQuery = queryOptions({
  queryKey: keyOf(memory.get),
  queryFn: ({ signal }) => call(memory.get, {}, { signal }),
});

export const useChangeMemory = () =>
  useMutation({ mutationFn: (retention_days: number) => call(memory.change, { body: { retention_days } }) });
