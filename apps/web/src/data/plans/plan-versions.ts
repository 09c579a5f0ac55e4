import { type TrialEdit as AnyEdit, type KeyPlan, planVersionList, planVersions, type Side } from '@key2xs/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '#lib/calls/call';
import { endpointQuery, useCall } from '../calls/endpoint-calls';
import { recordsQuery } from '../calls/records';
import { historyKey, noHistory } from './edit-history';

/** An unsaved edit. */
export type TrialEdit = z.input<typeof AnyEdit>;

export type Sides = { from: Side; to: Side };

/** The waiting changes: the draft compared with what is in force. */
const waiting: Sides = { from: 'in_force', to: 'draft' };

/** The differences between two sides of a plan, and who would gain and lose doors. */
export const comparisonQuery = (planId: string, sides: Sides = waiting) =>
  endpointQuery(planVersions.compare, ['compare', planId, sides], { params: { keyplan_id: planId }, query: sides });

/** The effect of an unsaved edit of the draft. */
export const previewQuery = (planId: string, edit: TrialEdit | undefined) =>
  queryOptions({
    ...endpointQuery(planVersions.preview, ['preview', planId, edit], {
      params: { keyplan_id: planId },
      body: { edit: edit as TrialEdit },
    }),
    enabled: edit !== undefined,
  });

const maxOffered = 100;

/** The latest versions of a plan, to select from. */
export const versionsQuery = (planId: string) =>
  recordsQuery(planVersionList, { params: { keyplan_id: planId }, query: { limit: maxOffered } });

type Plan = Pick<KeyPlan, 'id' | 'version'>;
type Activation = { plan: Plan; reason: string | undefined; acceptLosing: number | undefined };

/** Refused with confirmation_needed when many people would lose doors and that number was not accepted. */
export const useActivateDraft = () =>
  useCall(
    planVersions.activate,
    ({ plan: { id }, reason, acceptLosing }: Activation) => ({
      params: { keyplan_id: id },
      body: { ...(reason && { reason }), ...(acceptLosing !== undefined && { accept_losing: acceptLosing }) },
    }),
    ({ plan: { version } }: Activation) => ({ ifMatch: version }),
  );

/** The undo history of this tab is void once the draft is replaced as a whole. */
function useForgetSteps() {
  const client = useQueryClient();
  return (planId: string) => client.setQueryData(historyKey(planId), noHistory);
}

/** Discards the waiting changes of the draft. */
export function useDiscardDraft() {
  const forget = useForgetSteps();
  return useMutation({
    mutationFn: ({ id, version }: Plan) =>
      call(planVersions.discard, { params: { keyplan_id: id }, body: {} }, { ifMatch: version }),
    onSuccess: ({ id }) => void forget(id),
  });
}

/** Restores a version as the draft; takes effect at once if edits of the plan do. */
export function useRestoreVersion() {
  const forget = useForgetSteps();
  return useMutation({
    mutationFn: ({ plan: { id, version }, number }: { plan: Plan; number: number }) =>
      call(planVersions.restore, { params: { keyplan_id: id, number }, body: {} }, { ifMatch: version }),
    onSuccess: ({ id }) => void forget(id),
  });
}
