import { Button } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { DiagnosisSteps } from '#components/diagnosis-steps';
import { StatusBadge } from '#components/status-badge';
import { keySystemTestQuery } from '#data/key-systems/key-systems';
import { KeyValues } from '#ui/key-values';
import { Mono } from '#ui/mono';
import { Panel } from '#ui/panel';
import { StatusTag } from '#ui/status-tag';
import type { ConnectionValues } from '../configuration/connection-schema';
import { outcomeOf, type TestState } from '../wizard-state';
import { TestNotice } from './test-notice';

type Props = {
  test: TestState;
  values: ConnectionValues | undefined;
  /** Undefined while the connection is not stored. */
  id: string | undefined;
  onRetry: () => void;
  onEdit: () => void;
  onNext: () => void;
};

/** The connection test: live while it runs, then its result and the next actions. */
export function TestStep({ test, values, id, onRetry, onEdit, onNext }: Props) {
  const { t } = useTranslation('add-key-system');
  const outcome = outcomeOf({ test });
  const isBlocked = outcome === 'error';
  return (
    <>
      <TestNotice test={test} onRetry={onRetry} onEdit={onEdit} />
      <Panel title={values?.name} actions={<TestTag test={test} />} padded>
        <Connection id={id} url={values?.cliq_api_url} />
        <Steps test={test} id={id} />
      </Panel>
      <div className="setup-foot">
        <Button
          onClick={onNext}
          disabled={outcome !== 'ok' && outcome !== 'pending'}
          rightSection={!isBlocked && <IconArrowRight size={16} aria-hidden />}
        >
          {isBlocked ? t('test.blocked') : t('test.next')}
        </Button>
      </div>
    </>
  );
}

function TestTag({ test }: { test: TestState }) {
  const { t } = useTranslation('add-key-system');
  if (test.is === 'answered') return <StatusBadge status={test.answer.status} />;
  if (test.is === 'failed') return <StatusTag tone="red" label={t('test.failedTag')} />;
  return <StatusTag tone="blue" label={t('testing')} />;
}

function Connection({ id, url }: { id: string | undefined; url: string | undefined }) {
  const { t } = useTranslation('add-key-system');
  return (
    <div className="test-connection">
      <KeyValues
        items={[
          { label: t('test.id'), value: id && <Mono>{id}</Mono> },
          { label: t('test.endpoint'), value: <Mono>{url}</Mono> },
        ]}
      />
    </div>
  );
}

/** Renders nothing when no test ran. */
function Steps({ test, id }: { test: TestState; id: string | undefined }) {
  const { t } = useTranslation('add-key-system');
  if (test.is === 'answered') return <DiagnosisSteps steps={test.answer.steps} />;
  if (test.is === 'failed') return <p className="mute">{t('test.notRun')}</p>;
  return (test.is === 'running' || test.is === 'unfinished') && id ? <LiveSteps id={id} /> : <DiagnosisSteps />;
}

/** The steps of the running test. A finished one is the previous test, so nothing is known yet. */
function LiveSteps({ id }: { id: string }) {
  const { data: test } = useQuery(keySystemTestQuery(id, true));
  return <DiagnosisSteps steps={test?.ended_at === null ? test.steps : undefined} />;
}
