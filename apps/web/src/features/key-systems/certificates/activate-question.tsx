import type { KeySystemConnection } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { useActivateCertificate } from '#data/key-systems/client-certificates';
import { formatDate } from '#lib/format';
import { Notice } from '#ui/notice';
import { useToast } from '#ui/toast';
import { Question } from '../question';

type Props = {
  connection: KeySystemConnection;
  standby: NonNullable<KeySystemConnection['standby_certificate']>;
  isTested: boolean;
  onClose: () => void;
};

/** Explains the effect and the risks before the standby certificate becomes active. */
export function ActivateQuestion({ connection, standby, isTested, onClose }: Props) {
  const { t } = useTranslation('key-systems');
  const toast = useToast();
  const activate = useActivateCertificate();
  const { id, name, active_configuration } = connection;
  const { subject, not_after } = standby.info;
  const present = active_configuration.config_data.client_certificate_info;
  const confirm = () =>
    activate
      .mutateAsync({ id, certificate_id: standby.id }) // The question may be unmounted before the call ends.
      .then(
        () => toast.success(t('certificates.activate.done', { name })),
        (error: Error) => toast.failure(`${t('certificates.activate.failed')} ${error.message}`),
      )
      .finally(onClose);
  return (
    <Question
      title={t('certificates.activate.title')}
      confirmLabel={t('certificates.activate.open')}
      cancelLabel={t('word.cancel')}
      isBusy={activate.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <ul>
        <li>{t('certificates.activate.change', { name, subject, date: formatDate(not_after) })}</li>
        {present && <li>{t('certificates.activate.former', { date: formatDate(present.not_after) })}</li>}
        <li>{t('certificates.activate.rest')}</li>
      </ul>
      {!isTested && <Notice tone="amber" title={t('certificates.activate.untested')} />}
      {present && Date.parse(not_after) < Date.parse(present.not_after) && (
        <Notice tone="amber" title={t('certificates.activate.shorter')} />
      )}
    </Question>
  );
}
