import { apiTokens, type Input, serviceAccounts } from '@key2xs/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#lib/calls/call';
import { endpointQuery, useCall } from './calls/endpoint-calls';
import { keyOf } from './calls/refetching';

/** Of the signed-in administrator. */
export const ownTokensQuery = endpointQuery(apiTokens.own, ['own'], {});

/** Of all administrators and service accounts. For super admins only. */
export const allTokensQuery = endpointQuery(apiTokens.all, ['all'], {});

/** How long tokens may be valid. */
export const tokenPolicyQuery = endpointQuery(apiTokens.policy, ['policy'], {});

export const useCreateToken = () =>
  useCall(apiTokens.create, (body: Input<typeof apiTokens.create>['body']) => ({ body }));

export const useRotateToken = (id: string) =>
  useCall(apiTokens.rotate, (expires_at: string) => ({ params: { id }, body: { expires_at } }));

export const useRevokeToken = (id: string) => useCall(apiTokens.revoke, () => ({ params: { id } }));

export const useChangeTokenPolicy = () =>
  useCall(apiTokens.changePolicy, (max_days: number) => ({ body: { max_days } }));

/** By name. For super admins only. */
export const serviceAccountsQuery = endpointQuery(serviceAccounts.list, ['service-accounts'], {});

export const useCreateServiceAccount = () =>
  useCall(serviceAccounts.create, (body: Input<typeof serviceAccounts.create>['body']) => ({ body }));

const pollMs = 30 * 60_000;

/** Tokens that end within 14 days or have ended within a week: own ones, and for super admins those of service accounts. */
export const tokenWarningsQuery = queryOptions({
  queryKey: keyOf(apiTokens.warnings),
  queryFn: async ({ signal }) => (await call(apiTokens.warnings, {}, { signal })).items,
  refetchInterval: pollMs,
});

/** Marks all current warnings as seen by the signed-in user, until they become more urgent. */
export const useMarkTokenWarningsSeen = () => useCall(apiTokens.markWarningsSeen, () => ({}));
