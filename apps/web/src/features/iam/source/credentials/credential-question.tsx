import type { SourceCredential } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { useActivateSourceCredential, useRemoveSourceCredential } from '#data/sources/source-credentials';
import { Notice } from '#ui/notice';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { useToast } from '#ui/toast';

type Props = {
  sourceId: string;
  credential: SourceCredential;
  question: 'activate' | 'remove';
  onClose: () => void;
};

/** States the effect before a credential is activated or deleted. */
export function CredentialQuestion({ sourceId, credential: { id, last_test }, question, onClose }: Props) {
  const { t } = useTranslation('source');
  const toast = useToast();
  const activate = useActivateSourceCredential(sourceId);
  const remove = useRemoveSourceCredential(sourceId);
  const chosen = question === 'activate' ? activate : remove;
  const confirm = () =>
    chosen
      .mutateAsync(id) // The dialog may be unmounted before the call ends.
      .then(
        () => toast.success(t(`credentials.${question}.done`)),
        (error: Error) => toast.failure(error.message),
      )
      .finally(onClose);
  return (
    <ConfirmDialog
      title={t(`credentials.${question}.title`)}
      confirmLabel={t(`credentials.${question}.open`)}
      isDangerous={question === 'remove'}
      isBusy={chosen.isPending}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <p>{t(`credentials.${question}.text`)}</p>
      {question === 'activate' && !last_test?.is_passed && (
        <Notice tone="amber" title={t('credentials.activate.untested')} />
      )}
    </ConfirmDialog>
  );
}
