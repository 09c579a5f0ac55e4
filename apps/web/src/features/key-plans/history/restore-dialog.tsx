import type { KeyPlan, PlanDelta, PlanVersion } from '@key2xs/contract';
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { comparisonQuery, useRestoreVersion } from '#data/plans/plan-versions';
import { Notice } from '#ui/notice';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { Failure, Loading } from '#ui/page-states';
import { useToast } from '#ui/toast';
import { effectWords } from '../drafts/effect-words';

type Props = { plan: KeyPlan; version: PlanVersion; onClose: () => void };

/** Shows when the restored version takes effect and how many people it affects; restores it on confirmation. */
export function RestoreDialog({ plan: current, version: { number }, onClose }: Props) {
  const { t } = useTranslation('plan-versions');
  const [plan] = useState(current);
  const { data, error, refetch } = useQuery(comparisonQuery(plan.id, { from: 'in_force', to: String(number) }));
  const restore = useRestoreVersion();
  const toast = useToast();
  const takesEffect = plan.takes_effect === 'at_once' && plan.is_active;
  const run = () =>
    restore.mutateAsync({ plan, number }).then(
      () => {
        toast.success(t(plan.takes_effect === 'on_activation' ? 'restore.inDraft' : 'restore.done', { number }));
        onClose();
      },
      () => undefined, // shown in the dialog
    );
  return (
    <ConfirmDialog
      title={t('restore.title', { number })}
      confirmLabel={t('restore.action')}
      isDangerous={takesEffect && (data?.effect.people_losing ?? 0) > 0}
      isBusy={restore.isPending || (!data && !error)}
      onConfirm={() => void (data ? run() : refetch())}
      onCancel={onClose}
    >
      <Stack gap="sm">
        {restore.error && (
          <Notice tone="red" title={t('restore.failed')}>
            {restore.error.message}
          </Notice>
        )}
        {data && <p>{whatHappens(plan, data.effect, t)}</p>}
        {!data && (error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('working')} />)}
        {plan.pending_changes > 0 && <p>{t('restore.overwrites', { count: plan.pending_changes })}</p>}
        <p className="mute">{t('restore.settings')}</p>
      </Stack>
    </ConfirmDialog>
  );
}

function whatHappens({ takes_effect, is_active }: KeyPlan, measured: PlanDelta, t: TFunction<'plan-versions'>): string {
  const effect = effectWords(measured, t);
  if (takes_effect === 'on_activation') return `${t('restore.becomesDraft')} ${t('restore.wouldBe', { effect })}`;
  return is_active ? t('restore.atOnce', { effect }) : t('restore.notActive');
}
