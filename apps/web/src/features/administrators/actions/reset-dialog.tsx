import { useTranslation } from 'react-i18next';
import { useSendPasswordReset } from '#data/people/administrators';
import { Notice } from '#ui/notice';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { Dialog } from '#ui/overlay/dialog';
import { LinkOnce } from '../invitations/link-once';
import type { ActionProps } from './action-props';

/** Mails a link that sets a new password, or shows it once. */
export function ResetDialog({ administrator, name, onClose }: ActionProps) {
  const { t } = useTranslation('administrators');
  const send = useSendPasswordReset();
  const title = t('reset.title', { name });
  if (send.data) {
    return (
      <Dialog title={title} onClose={onClose}>
        <LinkOnce link={send.data} onDone={onClose} />
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={t('reset.confirm')}
      isBusy={send.isPending}
      onConfirm={() => send.mutate({ params: { id: administrator.id } })}
      onCancel={onClose}
    >
      <p>{t('reset.text')}</p>
      {send.error && <Notice tone="red" title={send.error.message} />}
    </ConfirmDialog>
  );
}
