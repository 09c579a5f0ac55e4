import type { LockingPlan } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { useDeleteLockingPlan } from '#data/key-systems/locking-plans';
import { formatNumber } from '#lib/format';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { useToast } from '#ui/toast';

type Props = { plan: LockingPlan; onClose: () => void };

export function DeletePlanDialog({ plan: { connection_id, counts }, onClose }: Props) {
  const { t } = useTranslation('locking-plans');
  const remove = useDeleteLockingPlan(connection_id);
  const toast = useToast();
  const confirm = () =>
    remove
      .mutateAsync(undefined) // The dialog may be unmounted before the call ends.
      .then(
        () => toast.success(t('remove.done')),
        (error: Error) => toast.failure(error.message),
      )
      .finally(onClose);
  return (
    <ConfirmDialog
      title={t('remove.title')}
      confirmLabel={t('remove.confirm')}
      isDangerous
      isBusy={remove.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <p>
        {t('remove.effect', {
          rows: formatNumber(counts.rows),
          columns: formatNumber(counts.columns),
          rights: formatNumber(counts.rights),
        })}
      </p>
      <p className="mute">{t('remove.lost')}</p>
    </ConfirmDialog>
  );
}
