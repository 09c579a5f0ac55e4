import { type KeyPlan, type KeyPlanCreate, type KeyPlanUpdate, keyPlans } from '@key2xs/contract';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { z } from 'zod';
import { call } from '#lib/calls/call';
import { keyOf, refetch } from './refetching';

const keyPlanQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(keyPlans.get, 'one', id),
    queryFn: ({ signal }) => call(keyPlans.get, { params: { id } }, { signal }),
  });

const POLL_MS = 5_000;

/**
 * A plan as others edit it too: asked for every few seconds while the page is looked at. When it has a new version, all that is shown of
 * it is read again.
 */
export function useLivePlan(id: string) {
  const client = useQueryClient();
  const plan = useQuery({ ...keyPlanQuery(id), refetchInterval: POLL_MS });
  const version = plan.data?.version;
  const shown = useRef(version);
  useEffect(() => {
    const isNews = shown.current !== undefined && version !== undefined && version !== shown.current;
    shown.current = version;
    if (isNews) void refetch(client, ['key-plans']);
  });
  return plan;
}

export function useCreateKeyPlan() {
  return useMutation({
    mutationFn: (body: z.input<typeof KeyPlanCreate>) => call(keyPlans.create, { body }),
  });
}

/** An inactive plan that says the same, under another name. */
export function useCopyKeyPlan() {
  return useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) => call(keyPlans.copy, { params: { id }, body: { name } }),
  });
}

type Update = { plan: Pick<KeyPlan, 'id' | 'version'>; changes: z.input<typeof KeyPlanUpdate> };

/** Renames, activates or deactivates; changes nothing if somebody else changed the plan first. */
export function useUpdateKeyPlan() {
  return useMutation({
    mutationFn: ({ plan: { id, version }, changes }: Update) =>
      call(keyPlans.update, { params: { id }, body: changes }, { ifMatch: version }),
  });
}

/** Refused with constraint_violation while the plan is active. */
export function useDeleteKeyPlan() {
  return useMutation({
    mutationFn: (id: string) => call(keyPlans.remove, { params: { id } }),
  });
}
