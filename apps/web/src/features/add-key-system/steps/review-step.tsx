import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CertificateTag } from '#components/certificate-tag';
import { StatusBadge } from '#components/status-badge';
import { KeyValues } from '#ui/key-values';
import { Mono } from '#ui/mono';
import { Notice } from '#ui/notice';
import { Panel } from '#ui/panel';
import { exportedConfig, exportedName, saveJson } from '../configuration/export-config';
import { outcomes, type Stored, type TestAnswer, type WizardState } from '../wizard-state';

type Props = {
  stored: Stored;
  answer: TestAnswer;
  refusal: WizardState['refusal'];
  isCompleting: boolean;
  onBack: () => void;
  onComplete: () => void;
};

export function ReviewStep({ stored, answer, refusal, isCompleting, onBack, onComplete }: Props) {
  const { t } = useTranslation('add-key-system');
  return (
    <>
      <Refusal refusal={refusal} />
      <div className="setup-review">
        <Overview stored={stored} />
        <Status answer={answer} />
      </div>
      <div className="setup-foot">
        <Button
          variant="default"
          className="setup-foot-first"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => saveJson(exportedName, exportedConfig(stored))}
        >
          {t('review.download')}
        </Button>
        <Button variant="default" onClick={onBack} disabled={isCompleting}>
          {t('review.back')}
        </Button>
        <Button onClick={onComplete} loading={isCompleting} disabled={outcomes[answer.status] === 'error'}>
          {t('review.complete')}
        </Button>
      </div>
    </>
  );
}

function Refusal({ refusal }: Pick<Props, 'refusal'>) {
  const { t } = useTranslation('add-key-system');
  if (!refusal) return null;
  if ('status' in refusal) return <Notice tone="red" title={t('review.blocked', refusal)} />;
  return (
    <Notice tone="red" title={t('review.failed')}>
      {refusal.message !== t('review.failed') && refusal.message}
    </Notice>
  );
}

function Overview({ stored: { connection, values } }: { stored: Stored }) {
  const { t } = useTranslation('add-key-system');
  const certificate = connection.active_configuration.config_data.client_certificate_info;
  const files = values.client_certificate_bundle_pem_file.map(({ file }) => file.name);
  return (
    <Panel title={t('review.title')} padded>
      <KeyValues
        items={[
          { label: t('fields.name'), value: values.name },
          { label: t('word.description'), value: values.description },
          { label: t('word.systemType'), value: t(`system_types.${connection.system_type}`) },
          { label: t('test.endpoint'), value: <Mono>{values.cliq_api_url}</Mono> },
          { label: t('fields.domain'), value: values.domain_name },
          { label: t('review.file'), value: files.join(', ') },
          { label: t('review.subject'), value: certificate && <Mono>{certificate.subject}</Mono> },
          { label: t('review.ends'), value: certificate && <CertificateTag notAfter={certificate.not_after} /> },
        ]}
      />
    </Panel>
  );
}

function Status({ answer }: { answer: TestAnswer }) {
  const { t } = useTranslation('add-key-system');
  const outcome = outcomes[answer.status];
  return (
    <Panel title={t('review.status')} actions={<StatusBadge status={answer.status} />} padded>
      <div className="setup-status">
        <p>{t(`test.${outcome}`)}</p>
        <p>{answer.status_message || t('test.status', { status: answer.status })}</p>
        {outcome === 'ok' && <p className="mute">{t('review.inventory')}</p>}
        {outcome === 'pending' && <p className="mute">{t('test.pendingHint')}</p>}
        <KeyValues items={[{ label: t('test.id'), value: <Mono>{answer.id}</Mono> }]} />
      </div>
    </Panel>
  );
}
