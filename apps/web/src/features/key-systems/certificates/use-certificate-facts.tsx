import type { ClientCertificateInfo } from '@key2xs/contract';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { CertificateTag } from '#components/certificate-tag';
import { formatDate } from '#lib/format';
import { certificateEnd } from '#lib/time/certificate-end';
import type { KeyValue } from '#ui/key-values';
import { Mono } from '#ui/mono';

/** A client certificate, line by line; undefined when there is none. */
export function useCertificateFacts(info: ClientCertificateInfo | null): KeyValue[] | undefined {
  const { t } = useTranslation('key-systems');
  if (!info) return undefined;
  const { subject, issuer, fingerprint_sha256, key_kind, not_before, not_after } = info;
  const { days, level } = certificateEnd(not_after, Date.now());
  return [
    { label: t('certificate.subject'), value: subject },
    { label: t('certificate.issuer'), value: issuer },
    { label: t('certificate.fingerprint'), value: <Fingerprint hex={fingerprint_sha256} /> },
    { label: t('certificate.keyKind'), value: key_kind ?? t('certificate.keyKindUnknown') },
    {
      label: t('certificate.validity'),
      value: t('certificate.validFromTo', { from: formatDate(not_before), to: formatDate(not_after) }),
    },
    {
      label: t('certificate.left'),
      value: level === null ? t('certificate.days', { count: days }) : <CertificateTag notAfter={not_after} />,
    },
  ];
}

/** Wraps between bytes only, for comparison by eye. */
function Fingerprint({ hex }: { hex: string }) {
  const bytes = hex.split(':');
  return (
    <Mono>
      {bytes.map((byte, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a byte is known by its place only
        <Fragment key={at}>
          {at > 0 && ':'}
          {at > 0 && <wbr />}
          {byte}
        </Fragment>
      ))}
    </Mono>
  );
}
