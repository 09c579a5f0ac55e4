import { useTranslation } from 'react-i18next';
import { useRemoveCertificate } from '#data/key-systems/client-certificates';
import { useToast } from '#ui/toast';
import { Question } from '../question';

type Props = { certificate: { id: string; certificate_id: string }; onClose: () => void };

export function RemoveQuestion({ certificate, onClose }: Props) {
  const { t } = useTranslation('key-systems');
  const toast = useToast();
  const remove = useRemoveCertificate();
  const confirm = () =>
    remove
      .mutateAsync(certificate) // The question may be unmounted before the call ends.
      .then(
        () => toast.success(t('certificates.remove.done')),
        (error: Error) => toast.failure(`${t('certificates.remove.failed')} ${error.message}`),
      )
      .finally(onClose);
  return (
    <Question
      title={t('certificates.remove.title')}
      confirmLabel={t('word.remove')}
      cancelLabel={t('word.cancel')}
      isDangerous
      isBusy={remove.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <p>{t('certificates.remove.text')}</p>
    </Question>
  );
}
