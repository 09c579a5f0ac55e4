import { installation } from '@key2xs/contract';
import { endpointQuery, useCall } from './calls/endpoint-calls';

/** How the installation differs from its systems since it was restored from a backup. For super admins only. */
export const restoreDifferencesQuery = endpointQuery(installation.differences, [], {});

export const useResume = () => useCall(installation.resume, (body: { reason: string; unread: string[] }) => ({ body }));
