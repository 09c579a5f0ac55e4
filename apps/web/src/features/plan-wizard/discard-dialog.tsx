import { useTranslation } from 'react-i18next';
import { useDiscardPlanWizard } from '#data/plans/plan-wizards';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { useToast } from '#ui/toast';

type Props = { id: string; name: string; onClose: () => void; onDone: () => void };

/** Says what is lost with a wizard. */
export function DiscardDialog({ id, name, onClose, onDone }: Props) {
  const { t } = useTranslation('plan-wizard');
  const toast = useToast();
  const discard = useDiscardPlanWizard();
  const confirm = () =>
    discard.mutate(id, {
      onSuccess: ({ keeps_plan }) => {
        toast.success(t(keeps_plan ? 'discard.kept' : 'discard.done', { name }));
        onDone();
      },
      onError: (error) => {
        toast.failure(error.message);
        onClose();
      },
    });
  return (
    <ConfirmDialog
      title={t('discard.title', { name })}
      confirmLabel={t('word.discard')}
      isDangerous
      isBusy={discard.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {t('discard.text')}
    </ConfirmDialog>
  );
}
