import type { KeyPlan, PlanComparison } from '@key2xs/contract';
import { Checkbox, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { comparisonQuery, useActivateDraft } from '#data/plans/plan-versions';
import { ApiError } from '#lib/calls/api-error';
import { Notice } from '#ui/notice';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { Failure, Loading } from '#ui/page-states';
import { useToast } from '#ui/toast';
import { NothingGranted } from '../nothing-granted';
import { ChangeList } from './change-list';
import { ClashingHours } from './clashing-hours';
import { EffectLines } from './effect-figures';
import { outcomeWords } from './outcome-words';
import { useReason } from './use-reason';

const maxListed = 8;

type Props = { plan: KeyPlan; onClose: () => void };

/** Says what changes and for how many, and brings the draft into force once that is confirmed. */
export function ActivateDraftDialog({ plan: current, onClose }: Props) {
  const { t } = useTranslation('plan-versions');
  // Stays as it was while the draft comes into force and the dialog closes.
  const [plan] = useState(current);
  const { data, error, refetch, isFetching } = useQuery(comparisonQuery(plan.id));
  const [accepted, setAccepted] = useState<number>();
  const { reason, isValid, ask, field } = useReason();
  const { run, isPending, refusal, isAsked } = useActivation(plan, onClose);
  const losing = data?.effect.people_losing ?? 0;
  const isAccepted = accepted === losing;
  const mustAccept = data?.effect.needs_confirmation === true;
  const confirm = () => {
    if (!data) return void refetch();
    ask();
    run({
      isReady: isValid && (!mustAccept || isAccepted),
      reason,
      acceptLosing: mustAccept ? losing : undefined,
    });
  };
  return (
    <ConfirmDialog
      title={t('activate.title', { name: plan.name })}
      confirmLabel={t('activate.action')}
      isDangerous={mustAccept}
      isBusy={isPending || isFetching}
      reason={field}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <Stack gap="sm">
        <NothingGranted plan={plan} onLeave={onClose} />
        {refusal && <Refusal error={refusal} plan={plan} />}
        {!data && (error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('working')} />)}
        {data && <Outcome comparison={data} />}
        {data && <ClashingHours planId={plan.id} effect={data.effect} onLeave={onClose} />}
        {plan.needs_second_person && <p>{t('activate.second')}</p>}
        {mustAccept && (
          <Checkbox
            label={t('activate.accept', { count: losing })}
            checked={isAccepted}
            onChange={(event) => setAccepted(event.currentTarget.checked ? losing : undefined)}
            error={isAsked && !isAccepted && t('activate.acceptFirst')}
          />
        )}
        <p className="mute">{t('activate.after')}</p>
      </Stack>
    </ConfirmDialog>
  );
}

type Decision = { isReady: boolean; reason: string | undefined; acceptLosing: number | undefined };

function useActivation(plan: KeyPlan, onDone: () => void) {
  const { t } = useTranslation('plan-versions');
  const activate = useActivateDraft();
  const toast = useToast();
  const [isAsked, setIsAsked] = useState(false);
  const run = ({ isReady, reason, acceptLosing }: Decision) => {
    setIsAsked(true);
    if (!isReady) return;
    activate.mutateAsync({ plan, reason, acceptLosing }).then(
      () => {
        toast.success(t('activate.toast', { name: plan.name }));
        onDone();
      },
      () => undefined, // shown in the dialog
    );
  };
  return { run, isPending: activate.isPending, refusal: activate.error, isAsked };
}

function Outcome({ comparison: { changes, effect } }: { comparison: PlanComparison }) {
  const { t } = useTranslation('plan-versions');
  return (
    <>
      <p>
        <strong>{outcomeWords(effect, t)}</strong>
      </p>
      <section aria-label={t('activate.changes')}>
        <h3 style={{ marginBottom: 4 }}>{t('activate.changes')}</h3>
        {changes.length > 0 ? (
          <ChangeList changes={changes} most={maxListed} />
        ) : (
          <p className="mute">{t('activate.nothing')}</p>
        )}
      </section>
      <EffectLines effect={effect} />
    </>
  );
}

function Refusal({ error, plan }: { error: Error; plan: KeyPlan }) {
  const { t } = useTranslation('plan-versions');
  const code = error instanceof ApiError ? error.code : undefined;
  if (code === 'confirmation_needed') {
    return <Notice tone="amber" title={t('activate.meanwhile')} />;
  }
  if (code === 'conflict' && plan.needs_second_person) {
    return (
      <Notice tone="amber" title={t('activate.secondTitle')}>
        {error.message}
      </Notice>
    );
  }
  return (
    <Notice tone="red" title={t('activate.failed')}>
      {error.message}
    </Notice>
  );
}
