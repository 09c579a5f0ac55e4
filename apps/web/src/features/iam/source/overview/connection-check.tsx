import { sourceCredentials } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMay } from '#data/auth';
import { useDiagnoseSource } from '#data/sources/source-credentials';
import { Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { DiagnosisReport } from '../diagnosis-report';

/** Tests the connection step by step and shows what is wrong and what to do. */
export function ConnectionCheck({ sourceId }: { sourceId: string }) {
  const { t } = useTranslation('source');
  const diagnose = useDiagnoseSource(sourceId);
  const mayCheck = useMay(sourceCredentials.diagnose);
  const begin = () => diagnose.mutate(undefined);
  const button = mayCheck && (
    <Button variant="default" size="compact-sm" loading={diagnose.isPending} onClick={begin}>
      {t('doctor.check')}
    </Button>
  );
  return (
    <Panel title={t('doctor.title')} actions={button} padded>
      {diagnose.isPending ? (
        <Loading label={t('doctor.running')} />
      ) : diagnose.error ? (
        <Failure error={diagnose.error} onRetry={begin} />
      ) : diagnose.data ? (
        <DiagnosisReport diagnosis={diagnose.data} />
      ) : (
        <p className="mute">{t('doctor.hint')}</p>
      )}
    </Panel>
  );
}
