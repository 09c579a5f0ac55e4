import { useTranslation } from 'react-i18next';
import { useViewAs } from '#data/people/administrators';
import { useReason } from '#lib/use-reason';
import { Notice } from '#ui/notice';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import type { ActionProps } from './action-props';

/** Shows the product as a sub-admin sees it. The page loads again, so nothing closes the dialog. */
export function ViewDialog({ administrator, name, onClose }: ActionProps) {
  const { t } = useTranslation('administrators');
  const view = useViewAs();
  const { field, take } = useReason();
  const run = () => {
    const reason = take();
    if (reason !== undefined) view.mutate({ params: { id: administrator.id }, body: { reason } });
  };
  return (
    <ConfirmDialog
      title={t('view.title', { name })}
      confirmLabel={t('view.confirm')}
      isBusy={view.isPending}
      reason={field}
      onConfirm={run}
      onCancel={onClose}
    >
      <p>{t('view.text', { name })}</p>
      {view.error && <Notice tone="red" title={view.error.message} />}
    </ConfirmDialog>
  );
}
