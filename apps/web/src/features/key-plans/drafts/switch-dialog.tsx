import type { KeyPlan } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useUpdateKeyPlan } from '#data/plans/key-plans';
import { comparisonQuery } from '#data/plans/plan-versions';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { Failure, Loading } from '#ui/page-states';
import { useToast } from '#ui/toast';
import { NothingGranted } from '../nothing-granted';
import { ClashingHours } from './clashing-hours';
import { outcomeWords } from './outcome-words';
import { useReason } from './use-reason';

type Props = { plan: KeyPlan; onClose: () => void };

/** Says in numbers who gains or loses doors, then switches a plan on whose edits take effect at once, or any plan off. */
export function SwitchDialog({ plan, onClose }: Props) {
  const { t } = useTranslation(['key-plans', 'plan-versions']);
  const { t: tOfVersions } = useTranslation('plan-versions');
  const update = useUpdateKeyPlan();
  const toast = useToast();
  const { id, name, is_active } = plan;
  const way = is_active ? 'deactivate' : 'activate';
  const { data, error, refetch } = useQuery(comparisonQuery(id, { from: 'in_force', to: is_active ? 'off' : 'draft' }));
  const { reason, isValid, ask, field } = useReason();
  const confirm = () => {
    ask();
    if (!isValid) return;
    update.mutate(
      { plan, changes: { is_active: !is_active, reason } },
      {
        onSuccess: () => {
          toast.success(t(`${way}.toast`, { name }));
          onClose();
        },
        onError: (refusal) => toast.failure(refusal.message),
      },
    );
  };
  return (
    <ConfirmDialog
      title={t(`${way}.title`, { name })}
      confirmLabel={t(`${way}.action`)}
      isDangerous={is_active}
      isBusy={update.isPending || (!data && !error)}
      reason={field}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <NothingGranted plan={plan} onLeave={onClose} />
      {data && (
        <p>
          <strong>{outcomeWords(data.effect, tOfVersions)}</strong>
        </p>
      )}
      {data && !is_active && <ClashingHours planId={id} effect={data.effect} onLeave={onClose} />}
      {!data && (error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('plan-versions:working')} />)}
      <p style={{ marginTop: 8 }}>{t(`${way}.after`)}</p>
    </ConfirmDialog>
  );
}
