import { apiTokenWarnings, clientCertificates, sourceCredentials } from '@key2xs/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#lib/calls/call';
import { useCall } from './calls/endpoint-calls';
import { keyOf } from './calls/refetching';

// Apart from what else can be done with each, since the bell is on every screen.

const pollMs = 30 * 60_000;

/** Tokens that end within 14 days or have ended within a week: own ones, and for super admins those of service accounts. */
export const tokenWarningsQuery = queryOptions({
  queryKey: keyOf(apiTokenWarnings.list),
  queryFn: async ({ signal }) => (await call(apiTokenWarnings.list, {}, { signal })).items,
  refetchInterval: pollMs,
});

/** Marks all current warnings as seen by the signed-in user, until they become more urgent. */
export const useMarkTokenWarningsSeen = () => useCall(apiTokenWarnings.markSeen, () => ({}));

/** Client certificates that end within 60 days, most urgent first. */
export const certificateWarningsQuery = queryOptions({
  queryKey: keyOf(clientCertificates.warnings),
  queryFn: async ({ signal }) => (await call(clientCertificates.warnings, {}, { signal })).items,
  refetchInterval: pollMs,
});

/** Marks all current warnings as seen by the signed-in user, until they become more urgent. */
export const useMarkCertificateWarningsSeen = () => useCall(clientCertificates.markWarningsSeen, () => ({}));

/** Active credentials of identity sources that end within 60 days, most urgent first. */
export const credentialWarningsQuery = queryOptions({
  queryKey: keyOf(sourceCredentials.warnings),
  queryFn: async ({ signal }) => (await call(sourceCredentials.warnings, {}, { signal })).items,
  refetchInterval: pollMs,
});

/** Marks all current warnings as seen by the signed-in user, until they become more urgent. */
export const useMarkCredentialWarningsSeen = () => useCall(sourceCredentials.markWarningsSeen, () => ({}));
