import { memory } from '@key2xs/contract';
import { endpointQuery, useCall } from './endpoint-calls';

/** How long it is kept who could open what. For super admins only. */
export const memoryQuery = endpointQuery(memory.get, [], {});

export const useChangeMemory = () => useCall(memory.change, (retention_days: number) => ({ body: { retention_days } }));
