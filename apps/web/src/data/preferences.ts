import { type Preferences, profile } from '@key2xs/contract';
import { queryOptions } from '@tanstack/react-query';
import { endpointQuery, useCall } from './calls/endpoint-calls';

/** Unchanged until somebody saves them here. */
export const preferencesQuery = queryOptions({
  ...endpointQuery(profile.getPreferences, ['preferences'], {}),
  staleTime: Number.POSITIVE_INFINITY,
});

export const useSavePreferences = () =>
  useCall(profile.savePreferences, (change: Partial<Preferences>) => ({ body: change }));
