import type { GeneratorRun } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { useDeleteRun } from '#data/plans/generator';
import { formatInstant } from '#lib/format';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { useToast } from '#ui/toast';

type Props = { run: Pick<GeneratorRun, 'id' | 'created_at'>; onClose: () => void; onDeleted?: () => void };

export function DeleteRun({ run, onClose, onDeleted }: Props) {
  const { t } = useTranslation('generator');
  const toast = useToast();
  const remove = useDeleteRun();
  const confirm = () =>
    void remove.mutateAsync(run.id).then(
      () => {
        toast.success(t('runs.deleted'));
        onClose();
        onDeleted?.();
      },
      ({ message }: Error) => toast.failure(message),
    );
  return (
    <ConfirmDialog
      title={t('runs.deleteTitle', { when: formatInstant(run.created_at) })}
      confirmLabel={t('runs.deleteConfirm')}
      isDangerous
      isBusy={remove.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {t('runs.deleteText')}
    </ConfirmDialog>
  );
}
