import { type TrialEdit as AnyEdit, type KeyPlan, planVersionList, planVersions, type Side } from '@key2xs/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '#lib/calls/call';
import { historyKey, noHistory } from './edit-history';
import { recordsQuery } from './records';
import { keyOf } from './refetching';

/** An edit that is not saved. */
export type TrialEdit = z.input<typeof AnyEdit>;

export type Sides = { from: Side; to: Side };

/** What waits: the draft beside what is in force. */
const waiting: Sides = { from: 'in_force', to: 'draft' };

/** What differs between two sides of a plan, and who would gain and lose doors. */
export const comparisonQuery = (planId: string, sides: Sides = waiting) =>
  queryOptions({
    queryKey: keyOf(planVersions.compare, 'compare', planId, sides),
    queryFn: ({ signal }) => call(planVersions.compare, { params: { keyplan_id: planId }, query: sides }, { signal }),
  });

/** What an edit of the draft would do that is not saved. */
export const previewQuery = (planId: string, edit: TrialEdit | undefined) =>
  queryOptions({
    queryKey: keyOf(planVersions.preview, 'preview', planId, edit),
    queryFn: ({ signal }) =>
      // Asked only with an edit, see `enabled`.
      call(planVersions.preview, { params: { keyplan_id: planId }, body: { edit: edit as TrialEdit } }, { signal }),
    enabled: edit !== undefined,
  });

const mostOffered = 100;

/** The latest versions of a plan, to choose from. */
export const versionsQuery = (planId: string) =>
  recordsQuery(planVersionList, { params: { keyplan_id: planId }, query: { limit: mostOffered } });

type Plan = Pick<KeyPlan, 'id' | 'version'>;
type Activation = { plan: Plan; reason: string | undefined; acceptLosing: number | undefined };

/** Refused with confirmation_needed when many people would lose doors, and nobody accepted that number. */
export function useActivateDraft() {
  return useMutation({
    mutationFn: ({ plan: { id, version }, reason, acceptLosing }: Activation) =>
      call(
        planVersions.activate,
        {
          params: { keyplan_id: id },
          body: { ...(reason && { reason }), ...(acceptLosing !== undefined && { accept_losing: acceptLosing }) },
        },
        { ifMatch: version },
      ),
  });
}

/** What was done in this tab cannot be undone once the draft says something else as a whole. */
function useForgetSteps() {
  const client = useQueryClient();
  return (planId: string) => client.setQueryData(historyKey(planId), noHistory);
}

/** Drops what waits in the draft. */
export function useDiscardDraft() {
  const forget = useForgetSteps();
  return useMutation({
    mutationFn: ({ id, version }: Plan) =>
      call(planVersions.discard, { params: { keyplan_id: id }, body: {} }, { ifMatch: version }),
    onSuccess: ({ id }) => void forget(id),
  });
}

/** Writes a version as the draft, which takes effect at once where edits of the plan do. */
export function useRestoreVersion() {
  const forget = useForgetSteps();
  return useMutation({
    mutationFn: ({ plan: { id, version }, number }: { plan: Plan; number: number }) =>
      call(planVersions.restore, { params: { keyplan_id: id, number }, body: {} }, { ifMatch: version }),
    onSuccess: ({ id }) => void forget(id),
  });
}
