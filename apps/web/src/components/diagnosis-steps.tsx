import { type DiagnosisStep, DiagnosisStepName, type SourceDiagnosisStep } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { StepIcon } from './step-icon';
import './diagnosis-steps.css';

/** A step of the test of a key system or an identity source. */
type Shown = Pick<DiagnosisStep, 'state' | 'message' | 'duration_ms'> & {
  name: DiagnosisStep['name'] | SourceDiagnosisStep['name'];
};

const allPending = DiagnosisStepName.options.map(
  (name): Shown => ({ name, state: 'pending', message: '', duration_ms: 0 }),
);

/** The progress of a connection test. Without `steps`, all steps of a key system are pending. */
export function DiagnosisSteps({ steps = allPending }: { steps?: readonly Shown[] }) {
  const { t } = useTranslation('diagnosis');
  return (
    <ol className="diagnosis" aria-label={t('label')} aria-live="polite">
      {steps.map((step) => (
        <Step key={step.name} step={step} />
      ))}
    </ol>
  );
}

function Step({ step: { name, state, message, duration_ms } }: { step: Shown }) {
  const { t } = useTranslation('diagnosis');
  const isOver = state === 'passed' || state === 'warning' || state === 'failed';
  const sentence = message || (state === 'skipped' ? t('skipped') : isOver ? '' : t(`purposes.${name}`));
  return (
    <li data-state={state}>
      <StepIcon state={state} />
      <div className="diagnosis-words">
        <strong>{t(`names.${name}`)}</strong>
        <span className="visually-hidden">{`: ${t(`states.${state}`)}. `}</span>
        {sentence && <p>{sentence}</p>}
      </div>
      {isOver && (
        <span className="diagnosis-duration">
          <Duration ms={duration_ms} />
        </span>
      )}
    </li>
  );
}

/** Milliseconds below one second, then seconds with one decimal. */
function Duration({ ms }: { ms: number }) {
  const { t } = useTranslation('diagnosis');
  if (ms < 1_000) return t('milliseconds', { count: ms });
  return t('seconds', { count: Math.round(ms / 100) / 10 });
}
