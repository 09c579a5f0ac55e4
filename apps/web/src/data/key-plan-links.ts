import { keyPlans } from '@key2xs/contract';
import { useMutation } from '@tanstack/react-query';
import { call } from '#lib/calls/call';

type Link = { planId: string; connectionId: string };

/** Lets the plan's rules select people of a source. Linking twice changes nothing. */
export function useLinkIamConnection() {
  return useMutation({
    mutationFn: ({ planId, connectionId }: Link) =>
      call(keyPlans.linkIamConnections, {
        params: { keyplan_id: planId },
        body: { connection_ids: [connectionId] },
      }),
  });
}

export function useUnlinkIamConnection() {
  return useMutation({
    mutationFn: ({ planId, connectionId }: Link) =>
      call(keyPlans.unlinkIamConnection, { params: { keyplan_id: planId, connection_id: connectionId } }),
  });
}

/** Syncs the plan to a key system from the next run on. Linking twice changes nothing. */
export function useLinkKeySystem() {
  return useMutation({
    mutationFn: ({ planId, connectionId }: Link) =>
      call(keyPlans.linkKeySystems, { params: { keyplan_id: planId }, body: { connection_ids: [connectionId] } }),
  });
}

export function useUnlinkKeySystem() {
  return useMutation({
    mutationFn: ({ planId, connectionId }: Link) =>
      call(keyPlans.unlinkKeySystem, { params: { keyplan_id: planId, connection_id: connectionId } }),
  });
}
