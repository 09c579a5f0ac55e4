import { type Preferences, preferences as preferenceCalls } from '@key2xs/contract';
import { queryOptions } from '@tanstack/react-query';
import { endpointQuery, useCall } from './calls/endpoint-calls';

/** Unchanged until they are saved here. */
export const preferencesQuery = queryOptions({
  ...endpointQuery(preferenceCalls.get, ['preferences'], {}),
  staleTime: Number.POSITIVE_INFINITY,
});

export const useSavePreferences = () =>
  useCall(preferenceCalls.save, (change: Partial<Preferences>) => ({ body: change }));
