import { type SandboxPeers, sandbox } from '@key2xs/contract';
import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '#lib/calls/api-error';
import { call } from '#lib/calls/call';
import { keyOf } from './calls/refetching';

/** Values for the forms to try the sandbox; null if none runs. */
export const sandboxQuery = queryOptions({
  queryKey: keyOf(sandbox.get),
  queryFn: async ({ signal }): Promise<SandboxPeers | null> => {
    try {
      return await call(sandbox.get, {}, { signal });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'not_found') return null;
      throw error;
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
});
