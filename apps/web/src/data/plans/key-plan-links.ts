import { keyPlans } from '@key2xs/contract';
import { useCall } from '../calls/endpoint-calls';

type Link = { planId: string; connectionId: string };

/** Lets the plan's rules select people of a source. Linking twice changes nothing. */
export const useLinkIamConnection = () =>
  useCall(keyPlans.linkIamConnections, ({ planId, connectionId }: Link) => ({
    params: { keyplan_id: planId },
    body: { connection_ids: [connectionId] },
  }));

export const useUnlinkIamConnection = () =>
  useCall(keyPlans.unlinkIamConnection, ({ planId, connectionId }: Link) => ({
    params: { keyplan_id: planId, connection_id: connectionId },
  }));

/** Syncs the plan to a key system from the next run on. Linking twice changes nothing. */
export const useLinkKeySystem = () =>
  useCall(keyPlans.linkKeySystems, ({ planId, connectionId }: Link) => ({
    params: { keyplan_id: planId },
    body: { connection_ids: [connectionId] },
  }));

export const useUnlinkKeySystem = () =>
  useCall(keyPlans.unlinkKeySystem, ({ planId, connectionId }: Link) => ({
    params: { keyplan_id: planId, connection_id: connectionId },
  }));
