import {
  gainOrLossList,
  type KeyPlan,
  type KeyPlanCreate,
  type KeyPlanUpdate,
  keyPlans,
  planVersionList,
} from '@key2xs/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '#lib/calls/call';

export const keyPlanQuery = (id: string) =>
  queryOptions({
    queryKey: ['key-plans', 'one', id],
    queryFn: ({ signal }) => call(keyPlans.get, { params: { id } }, { signal }),
  });

/** Refetches after a change to a plan: list, overview and evaluations all depend on it. */
export function useKeyPlansChanged() {
  const client = useQueryClient();
  const stale = [['key-plans'], ['overview'], ['evaluation'], [planVersionList.name], [gainOrLossList.name]];
  return () => Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })));
}

export function useCreateKeyPlan() {
  const onSettled = useKeyPlansChanged();
  return useMutation({
    mutationFn: (body: z.input<typeof KeyPlanCreate>) => call(keyPlans.create, { body }),
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
