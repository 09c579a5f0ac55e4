import type { SourceDiagnosis } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { DiagnosisSteps } from '#components/diagnosis-steps';
import { TimeAgo } from '#components/time-ago';
import { Notice } from '#ui/notice';
import type { Tone } from '#ui/status-tag';

const toneOf = ({ is_passed, steps }: SourceDiagnosis): Tone => {
  if (!is_passed) return 'red';
  return steps.some(({ state }) => state === 'warning') ? 'amber' : 'green';
};

/** The result of a connection test, step by step. */
export function DiagnosisReport({ diagnosis }: { diagnosis: SourceDiagnosis }) {
  const { t } = useTranslation('source');
  return (
    <>
      <Notice tone={toneOf(diagnosis)} title={diagnosis.message}>
        <span className="mute">
          {t('doctor.at')} <TimeAgo isInside instant={diagnosis.at} />
        </span>
      </Notice>
      <DiagnosisSteps steps={diagnosis.steps} />
    </>
  );
}
