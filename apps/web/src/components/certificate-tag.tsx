import { useTranslation } from 'react-i18next';
import { formatDate } from '#lib/format';
import { certificateEnd } from '#lib/time/certificate-end';
import { StatusTag } from '#ui/status-tag';

/** The end of a client certificate; in days and amber from 60 days on, red from 14. */
export function CertificateTag({ notAfter }: { notAfter: string }) {
  const { t } = useTranslation('key-systems');
  const { tone, days, level } = certificateEnd(notAfter, Date.now());
  const date = formatDate(notAfter);
  if (level === null) return <span>{t('certificate.far', { date })}</span>;
  if (days < 0) return <StatusTag tone={tone} label={t('certificate.ended', { date })} />;
  if (days === 0) return <StatusTag tone={tone} label={t('certificate.today')} />;
  return <StatusTag tone={tone} label={t('certificate.ends', { count: days, date })} />;
}
