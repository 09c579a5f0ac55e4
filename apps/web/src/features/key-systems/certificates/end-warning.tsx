import type { ClientCertificateInfo } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { certificateEnd } from '#lib/time/certificate-end';
import { Notice } from '#ui/notice';

type Props = { notAfter: string; successor: ClientCertificateInfo | undefined };

/** Shown from 60 days before the active certificate ends: when, what it means and what to do. */
export function EndWarning({ notAfter, successor }: Props) {
  const { t } = useTranslation('key-systems');
  const { days, level, tone } = certificateEnd(notAfter, Date.now());
  if (level === null) return null;
  const title =
    days < 0
      ? t('certificates.warning.ended')
      : days === 0
        ? t('certificates.warning.today')
        : t('certificates.warning.ends', { count: days });
  const isSucceeded = successor !== undefined && Date.parse(successor.not_after) > Date.parse(notAfter);
  return (
    <Notice tone={tone} title={title}>
      {t('certificates.warning.consequence')}{' '}
      {isSucceeded ? t('certificates.warning.successor') : t('certificates.warning.add')}
    </Notice>
  );
}
