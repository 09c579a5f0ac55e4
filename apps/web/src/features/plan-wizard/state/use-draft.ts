import type { PlanWizard, PlanWizardStep } from '@key2xs/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { planWizardQuery, useWritePlanWizard } from '#data/plans/plan-wizards';
import { ApiError } from '#lib/calls/api-error';
import { canWrite } from './missing';
import type { useSaving } from './use-saving';

export type Draft = {
  /** It is as the choices are; false while it is being written or could not be. */
  isWritten: boolean;
  error: Error | undefined;
  /** The version of a plan that was edited elsewhere, which only an administrator may write over. */
  editedVersion: number | undefined;
  isBusy: boolean;
  write: (overwrite?: number) => Promise<boolean>;
  flush: () => Promise<boolean>;
  /** Of the wizard as it was saved last. */
  versionOf: () => Pick<PlanWizard, 'id' | 'version'>;
};

type DraftOptions = { loaded: PlanWizard; step: PlanWizardStep; kept: ReturnType<typeof useSaving> };

/** Writes the choices as the draft of the plan whenever a step after the first opens, once name and description are there. */
export function useDraft({ loaded, step, kept }: DraftOptions): Draft {
  const client = useQueryClient();
  const { mutateAsync, isPending, error, isSuccess } = useWritePlanWizard();
  const write = async (overwrite?: number): Promise<boolean> => {
    if (!(await kept.flush())) return false;
    try {
      const written = await mutateAsync({ wizard: kept.versionOf(), overwrite });
      client.setQueryData(planWizardQuery(loaded.id).queryKey, written);
      return true;
    } catch {
      return false; // reported in `error`
    }
  };
  const latest = useRef(write);
  useEffect(() => {
    latest.current = write;
  });
  const isDue = step !== 'basics' && canWrite(kept.content);
  // A step is written when it opens, not while it is being filled in.
  const opened = isDue ? step : undefined;
  useEffect(() => {
    if (opened) void latest.current();
  }, [opened]);
  return {
    isWritten: isSuccess && isDue,
    error: error ?? undefined,
    editedVersion: editedVersionOf(error),
    isBusy: isPending,
    write,
    flush: kept.flush,
    versionOf: kept.versionOf,
  };
}

function editedVersionOf(error: unknown): number | undefined {
  const version = error instanceof ApiError ? (error.problem as { plan_version?: unknown }).plan_version : undefined;
  return typeof version === 'number' ? version : undefined;
}
