import { AnyKeyPlanList, iam, keyPlans, keySystems, overview } from '@key2xs/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '#lib/calls/call';
import { readerZone } from '#lib/format-choice';
import { keyOf } from './calls/refetching';
import { listKeySystems } from './key-systems/key-systems';

/** The state of the installation. For super admins only. */
export const overviewQuery = queryOptions({
  queryKey: keyOf(overview.get),
  queryFn: ({ signal }) => {
    return call(overview.get, { query: { time_zone: readerZone() } }, { signal });
  },
});

/** Long enough that a screen does not refetch what its guard has just fetched. */
const FRESH_MS = 2_000;

/** A failed status counts as not connected at once; the next screen that needs it fetches it again. */
const statusOnce = { staleTime: FRESH_MS, retry: false, retryOnMount: false };

export const iamStatusQuery = queryOptions({
  queryKey: keyOf(iam.status, 'status'),
  queryFn: async ({ signal }) => (await call(iam.status, {}, { signal })).is_connected,
  ...statusOnce,
});

export const keySystemStatusQuery = queryOptions({
  queryKey: keyOf(keySystems.list, 'status'),
  queryFn: async ({ signal }) => {
    const items = await listKeySystems({ signal });
    return items.some((connection) => connection.is_active);
  },
  ...statusOnce,
});

const anyPlans = { ...keyPlans.list, response: AnyKeyPlanList };

const keyPlanExistsQuery = queryOptions({
  queryKey: keyOf(keyPlans.list, 'exists'),
  queryFn: async ({ signal }) =>
    (await call(anyPlans, { query: { offset: 0, limit: 1 } }, { signal })).keyplans.length > 0,
  ...statusOnce,
});

export type Flags = { isConnectedToIam: boolean; isConnectedToKeySystem: boolean; hasKeyPlan: boolean };

/** Gates the dashboard's cards; undefined while loading. A status that cannot be read counts as not connected. */
export function useFlags(): Flags | undefined {
  const iamStatus = useQuery(iamStatusQuery);
  const keySystemStatus = useQuery(keySystemStatusQuery);
  const isConnectedToIam = iamStatus.data ?? false;
  const keyPlan = useQuery({ ...keyPlanExistsQuery, enabled: isConnectedToIam });
  if (iamStatus.isPending || keySystemStatus.isPending || (isConnectedToIam && keyPlan.isPending)) return undefined;
  return {
    isConnectedToIam,
    isConnectedToKeySystem: keySystemStatus.data ?? false,
    hasKeyPlan: isConnectedToIam && (keyPlan.data ?? false),
  };
}
