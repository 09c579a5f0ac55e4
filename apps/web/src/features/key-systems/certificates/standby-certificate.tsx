import type { KeySystemConnection } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { certificateTestQuery, useTestCertificate } from '#data/key-systems/client-certificates';
import { KeyValues } from '#ui/key-values';
import { useToast } from '#ui/toast';
import { TestReport } from '../test-report';
import { useLiveTest } from '../use-live-test';
import { ActivateQuestion } from './activate-question';
import { RemoveQuestion } from './remove-question';
import { useCertificateFacts } from './use-certificate-facts';

type Standby = NonNullable<KeySystemConnection['standby_certificate']>;
type Props = { connection: KeySystemConnection; standby: Standby };

/** The standby certificate, with buttons to test, activate or remove it. */
export function StandbyCertificate({ connection, standby }: Props) {
  const { t } = useTranslation('key-systems');
  const toast = useToast();
  const run = useTestCertificate();
  const [question, setQuestion] = useState<'activate' | 'remove'>();
  const params = { id: connection.id, certificate_id: standby.id };
  const { test, isRunning } = useLiveTest(certificateTestQuery(params), standby.last_test, run.isPending);
  const facts = useCertificateFacts(standby.info);
  const close = () => setQuestion(undefined);

  const buttons = (
    <div className="actions" style={{ margin: '12px 0', display: question && 'none' }}>
      <Button
        variant="default"
        loading={isRunning}
        onClick={() => run.mutate(params, { onError: (error) => toast.failure(error.message) })}
      >
        {t('certificates.test')}
      </Button>
      <Button disabled={isRunning} onClick={() => setQuestion('activate')}>
        {t('certificates.activate.open')}
      </Button>
      <Button variant="subtle" color="red" disabled={isRunning} onClick={() => setQuestion('remove')}>
        {t('word.remove')}
      </Button>
    </div>
  );
  return (
    <>
      <p className="mute">{t('certificates.standbyHint')}</p>
      {facts && <KeyValues items={facts} />}
      {buttons}
      {question === 'activate' && (
        <ActivateQuestion
          connection={connection}
          standby={standby}
          isTested={test?.is_passed ?? false}
          onClose={close}
        />
      )}
      {question === 'remove' && <RemoveQuestion certificate={params} onClose={close} />}
      {test || isRunning ? (
        <TestReport test={test} isRunning={isRunning} />
      ) : (
        <p className="mute">
          {t('doctor.never')}. {t('certificates.untestedHint')}
        </p>
      )}
    </>
  );
}
