import { useTranslation } from 'react-i18next';
import { certificateEnd } from '#lib/certificate-end';
import { formatDate } from '#lib/format';
import { StatusTag } from '#ui/status-tag';

/** When a client certificate ends; in days, amber below 60 and red below 14, once that is near. */
export function CertificateTag({ notAfter }: { notAfter: string }) {
  const { t } = useTranslation('key-systems');
  const { tone, days } = certificateEnd(notAfter, Date.now());
  const date = formatDate(notAfter);
  if (days < 0) return <StatusTag tone={tone} label={t('certificate.ended', { date })} />;
  if (days === 0) return <StatusTag tone={tone} label={t('certificate.today')} />;
  if (tone === 'green') return <StatusTag tone={tone} label={t('certificate.far', { date })} />;
  return <StatusTag tone={tone} label={t('certificate.ends', { count: days, date })} />;
}
