import { memory } from '@key2xs/contract';
import { endpointQuery, useCall } from './calls/endpoint-calls';

/** How long the history of who could open what is kept. For super admins only. */
export const historyRetentionQuery = endpointQuery(memory.get, [], {});

export const useSetHistoryRetention = () =>
  useCall(memory.change, (retention_days: number) => ({ body: { retention_days } }));
