import { apiTokens, type Input, serviceAccounts } from '@key2xs/contract';
import { endpointQuery, useCall } from './calls/endpoint-calls';

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
