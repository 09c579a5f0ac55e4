import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';

type Props = { storedName: string | undefined; onLeave: () => void; onStay: () => void };

/** States what is lost on leaving and what is kept. */
export function LeaveDialog({ storedName, onLeave, onStay }: Props) {
  const { t } = useTranslation('add-key-system');
  return (
    <ConfirmDialog
      title={t('leave.title')}
      confirmLabel={t('leave.confirm')}
      cancelLabel={t('leave.stay')}
      onConfirm={onLeave}
      onCancel={onStay}
    >
      {storedName ? t('leave.stored', { name: storedName }) : t('leave.unsaved')}
    </ConfirmDialog>
  );
}
