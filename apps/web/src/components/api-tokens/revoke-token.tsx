import type { ApiToken } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { useRevokeToken } from '#data/api-tokens';
import { Notice } from '#ui/notice';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { useToast } from '#ui/toast';

/** States the effect before a token is deleted. */
export function RevokeToken({ token: { id, name }, onClose }: { token: ApiToken; onClose: () => void }) {
  const { t } = useTranslation('api-tokens');
  const toast = useToast();
  const revoke = useRevokeToken(id);
  const confirm = () =>
    revoke
      .mutateAsync() // The dialog may be unmounted before the call ends.
      .then(
        () => toast.success(t('revoke.done', { name })),
        () => undefined, // shown in the dialog
      );
  return (
    <ConfirmDialog
      title={t('revoke.title', { name })}
      confirmLabel={t('revoke.confirm')}
      isDangerous
      isBusy={revoke.isPending}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      {revoke.error && <Notice tone="red" title={revoke.error.message} />}
      <p>{t('revoke.text')}</p>
    </ConfirmDialog>
  );
}
