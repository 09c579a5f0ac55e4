import type { KeySystemConnection } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '#lib/format';
import { KeyValues } from '#ui/key-values';
import { Mono } from '#ui/mono';
import { Notice } from '#ui/notice';
import { useCertificateFacts } from '../certificates/use-certificate-facts';

type Props = { connection: KeySystemConnection; onCertificates: () => void; onEdit: () => void };

export function ConfigurationTab({ connection: { active_configuration }, onCertificates, onEdit }: Props) {
  const { t } = useTranslation('key-systems');
  const { id, created_at, config_data } = active_configuration;
  const certificate = useCertificateFacts(config_data.client_certificate_info);
  const facts = [
    { label: t('configuration.id'), value: <Mono>{id}</Mono> },
    { label: t('word.created'), value: formatInstant(created_at) },
    { label: t('configuration.endpoint'), value: <Mono>{config_data.cliq_api_url}</Mono> },
    { label: t('configuration.domain'), value: config_data.domain_name },
  ];
  const toCertificates = (
    <Button variant="default" onClick={onCertificates}>
      {t('configuration.toCertificates')}
    </Button>
  );
  return (
    <>
      <section>
        <KeyValues items={facts} />
      </section>
      <section aria-label={t('certificate.label')}>
        <h3>{t('certificate.label')}</h3>
        {certificate ? <KeyValues items={certificate} /> : <p className="mute">{t('certificate.none')}</p>}
      </section>
      <section>
        <Notice tone="grey" title={t('configuration.separate')} actions={toCertificates}>
          {t('configuration.fixed')}
        </Notice>
      </section>
      <div className="dialog-foot">
        <Button onClick={onEdit}>{t('word.edit')}</Button>
      </div>
    </>
  );
}
