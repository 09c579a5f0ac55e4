import type { Diagnosis } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { DiagnosisSteps } from '#components/diagnosis-steps';
import { TimeAgo } from '#components/time-ago';
import { Notice } from '#ui/notice';
import type { Tone } from '#ui/status-tag';

type Outcome = { words: 'passed' | 'warned' | 'failed'; tone: Tone };

function outcomeOf({ is_passed, steps }: Diagnosis): Outcome {
  if (!is_passed) return { words: 'failed', tone: 'red' };
  return steps.some(({ state }) => state === 'warning')
    ? { words: 'warned', tone: 'amber' }
    : { words: 'passed', tone: 'green' };
}

type Props = { test: Diagnosis | null; isRunning: boolean };

/** A connection test: live while it runs, then its result and time. Without `test`, it is about to start. */
export function TestReport({ test, isRunning }: Props) {
  const { t } = useTranslation('key-systems');
  return (
    <>
      {isRunning && (
        <p role="status" className="mute">
          {t('doctor.running')}
        </p>
      )}
      {!isRunning && test && <Ended test={test} />}
      <DiagnosisSteps steps={test?.steps} />
    </>
  );
}

function Ended({ test }: { test: Diagnosis }) {
  const { t } = useTranslation('key-systems');
  const { words, tone } = outcomeOf(test);
  return (
    <>
      <Notice tone={tone} title={t(`doctor.${words}`)}>
        {test.status_message}
      </Notice>
      <p className="mute">
        {t('doctor.at')} <TimeAgo isInside instant={test.ended_at} />
      </p>
    </>
  );
}
