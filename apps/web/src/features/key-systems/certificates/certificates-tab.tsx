import type { KeySystemConnection } from '@key2xs/contract';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { loadChunk } from '#lib/chunk';
import { KeyValues } from '#ui/key-values';
import { EndWarning } from './end-warning';
import { StandbyCertificate } from './standby-certificate';
import { useCertificateFacts } from './use-certificate-facts';

const loadForm = () => loadChunk('AddCertificateForm', () => import('./add-certificate-form'));
const AddCertificateForm = lazy(async () => ({ default: (await loadForm()).AddCertificateForm }));

/** The active certificate and its successor, side by side until the switch. */
export function CertificatesTab({ connection }: { connection: KeySystemConnection }) {
  const { t } = useTranslation('key-systems');
  const { id, standby_certificate: standby, active_configuration } = connection;
  const info = active_configuration.config_data.client_certificate_info;
  const facts = useCertificateFacts(info);
  return (
    <>
      {info && <EndWarning notAfter={info.not_after} successor={standby?.info} />}
      <section aria-labelledby="active-certificate">
        <h3 id="active-certificate">{t('certificates.active')}</h3>
        <p className="mute">{t('certificates.activeHint')}</p>
        {facts ? <KeyValues items={facts} /> : <p>{t('certificate.none')}</p>}
      </section>
      <section aria-labelledby="standby-certificate">
        <h3 id="standby-certificate">{t('certificates.standby')}</h3>
        {standby ? (
          <StandbyCertificate key={standby.id} connection={connection} standby={standby} />
        ) : (
          <Suspense>
            <AddCertificateForm connectionId={id} />
          </Suspense>
        )}
      </section>
    </>
  );
}
