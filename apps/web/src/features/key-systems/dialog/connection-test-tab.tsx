import type { KeySystemConnection } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { keySystemTestQuery, useTestKeySystem } from '#data/key-systems/key-systems';
import { Empty } from '#ui/page-states';
import { useToast } from '#ui/toast';
import { TestReport } from '../test-report';
import { useLiveTest } from '../use-live-test';

/** The last test with the active certificate and its age, or the running test, live. */
export function ConnectionTestTab({ connection: { id, last_test } }: { connection: KeySystemConnection }) {
  const { t } = useTranslation('key-systems');
  const toast = useToast();
  const run = useTestKeySystem();
  const { test, isRunning } = useLiveTest(keySystemTestQuery(id, run.isPending), last_test, run.isPending);
  const start = () => run.mutate(id, { onError: (error) => toast.failure(error.message) });
  return (
    <>
      <div className="section-head">
        <p className="mute" style={{ flex: '1 1 260px' }}>
          {t('doctor.purpose')}
        </p>
        <Button loading={isRunning} onClick={start}>
          {t('doctor.start')}
        </Button>
      </div>
      {test || isRunning ? (
        <TestReport test={test} isRunning={isRunning} />
      ) : (
        <Empty title={t('doctor.never')} hint={t('doctor.neverHint')} />
      )}
    </>
  );
}
