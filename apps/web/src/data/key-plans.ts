import {
  gainOrLossList,
  type KeyPlan,
  type KeyPlanCreate,
  type KeyPlanUpdate,
  keyPlans,
  planVersionList,
} from '@key2xs/contract';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { z } from 'zod';
import { call } from '#lib/calls/call';
import { accessKeys } from './access';

const keyPlanQuery = (id: string) =>
  queryOptions({
    queryKey: ['key-plans', 'one', id],
    queryFn: ({ signal }) => call(keyPlans.get, { params: { id } }, { signal }),
  });

const POLL_MS = 5_000;

/**
 * A plan as others edit it too: asked for every few seconds while the page is looked at. When it has a new version, all that is shown of
 * it is read again.
 */
export function useLivePlan(id: string) {
  const changed = useKeyPlansChanged();
  const plan = useQuery({ ...keyPlanQuery(id), refetchInterval: POLL_MS });
  const version = plan.data?.version;
  const shown = useRef(version);
  useEffect(() => {
    const isNews = shown.current !== undefined && version !== undefined && version !== shown.current;
    shown.current = version;
    if (isNews) void changed();
  });
  return plan;
}

/** Refetches after a change to a plan: lists, overview and who may open what all depend on it. */
export function useKeyPlansChanged() {
  const client = useQueryClient();
  const stale = [['key-plans'], ['overview'], [planVersionList.name], [gainOrLossList.name], ...accessKeys];
  return () => Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })));
}

export function useCreateKeyPlan() {
  const onSettled = useKeyPlansChanged();
  return useMutation({
    mutationFn: (body: z.input<typeof KeyPlanCreate>) => call(keyPlans.create, { body }),
    onSettled,
  });
}

/** An inactive plan that says the same, under another name. */
export function useCopyKeyPlan() {
  const onSettled = useKeyPlansChanged();
  return useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) => call(keyPlans.copy, { params: { id }, body: { name } }),
    onSettled,
  });
}

type Update = { plan: Pick<KeyPlan, 'id' | 'version'>; changes: z.input<typeof KeyPlanUpdate> };

/** Renames, activates or deactivates; changes nothing if somebody else changed the plan first. */
export function useUpdateKeyPlan() {
  const onSettled = useKeyPlansChanged();
  return useMutation({
    mutationFn: ({ plan: { id, version }, changes }: Update) =>
      call(keyPlans.update, { params: { id }, body: changes }, { ifMatch: version }),
    onSettled,
  });
}

/** Refused with constraint_violation while the plan is active. */
export function useDeleteKeyPlan() {
  const onSettled = useKeyPlansChanged();
  return useMutation({
    mutationFn: (id: string) => call(keyPlans.remove, { params: { id } }),
    onSettled,
  });
}
