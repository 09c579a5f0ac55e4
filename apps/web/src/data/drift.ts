import { drift, type Input } from '@key2xs/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#lib/calls/call';

/** Edits plans, so that they and what they grant are refetched too. */
export function useAcceptDrift() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input<typeof drift.accept>) => call(drift.accept, input),
    onSuccess: async () => {
      const stale = [['drift'], ['key-plans'], ['people'], ['overview']];
      await Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })));
    },
  });
}
