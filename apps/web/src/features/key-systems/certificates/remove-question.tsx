import { useTranslation } from 'react-i18next';
import { useRemoveCertificate } from '#data/client-certificates';
import { useToast } from '#ui/toast';
import { Question } from '../question';

type Props = { certificate: { id: string; certificate_id: string }; onClose: () => void };

export function RemoveQuestion({ certificate, onClose }: Props) {
  const { t } = useTranslation('key-systems');
  const toast = useToast();
  const remove = useRemoveCertificate();
  const confirm = () =>
    remove.mutate(certificate, {
      onSuccess: () => toast.success(t('certificates.remove.done')),
      onError: (error) => toast.failure(`${t('certificates.remove.failed')} ${error.message}`),
      onSettled: onClose,
    });
  return (
    <Question
      title={t('certificates.remove.title')}
      confirmLabel={t('certificates.remove.confirm')}
      cancelLabel={t('certificates.remove.cancel')}
      isDangerous
      isBusy={remove.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <p>{t('certificates.remove.text')}</p>
    </Question>
  );
}
