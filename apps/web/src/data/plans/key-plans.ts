import { type KeyPlan, type KeyPlanCreate, type KeyPlanUpdate, keyPlans } from '@key2xs/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { z } from 'zod';
import { endpointQuery, useCall } from '../calls/endpoint-calls';
import { refetch } from '../calls/refetching';
import { isLive } from '../live/is-live';

const keyPlanQuery = (id: string) => endpointQuery(keyPlans.get, ['one', id], { params: { id } });

const POLL_MS = 5_000;

/**
 * A plan that others may edit too. A new version refetches everything shown about it; without live updates it is polled while
 * the page is visible.
 */
export function useLivePlan(id: string) {
  const client = useQueryClient();
  const plan = useQuery({ ...keyPlanQuery(id), refetchInterval: () => (isLive() ? false : POLL_MS) });
  const version = plan.data?.version;
  const shown = useRef(version);
  useEffect(() => {
    const isNews = shown.current !== undefined && version !== undefined && version !== shown.current;
    shown.current = version;
    if (isNews && !isLive()) void refetch(client, ['key-plans']);
  });
  return plan;
}

export const useCreateKeyPlan = () => useCall(keyPlans.create, (body: z.input<typeof KeyPlanCreate>) => ({ body }));

/** Creates an inactive copy of the plan under another name. */
export const useCopyKeyPlan = () =>
  useCall(keyPlans.copy, ({ id, name }: { id: string; name: string }) => ({ params: { id }, body: { name } }));

type Update = { plan: Pick<KeyPlan, 'id' | 'version'>; changes: z.input<typeof KeyPlanUpdate> };

/** Renames, activates or deactivates; changes nothing after a concurrent change. */
export const useUpdateKeyPlan = () =>
  useCall(
    keyPlans.update,
    ({ plan: { id }, changes }: Update) => ({ params: { id }, body: changes }),
    ({ plan: { version } }: Update) => ({ ifMatch: version }),
  );

/** Refused with constraint_violation while the plan is active. */
export const useDeleteKeyPlan = () => useCall(keyPlans.remove, (id: string) => ({ params: { id } }));
