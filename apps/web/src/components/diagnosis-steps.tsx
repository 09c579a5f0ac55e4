import { type DiagnosisStep, DiagnosisStepName, type SourceDiagnosisStep } from '@key2xs/contract';
import { Loader } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircle,
  IconCircleCheck,
  IconCircleMinus,
  IconCircleX,
  type TablerIcon,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Tone } from '#ui/status-tag';
import './diagnosis-steps.css';

type State = DiagnosisStep['state'];

const icons: Record<Exclude<State, 'running'>, { Icon: TablerIcon; tone: Tone }> = {
  pending: { Icon: IconCircle, tone: 'grey' },
  passed: { Icon: IconCircleCheck, tone: 'green' },
  warning: { Icon: IconAlertTriangle, tone: 'amber' },
  failed: { Icon: IconCircleX, tone: 'red' },
  skipped: { Icon: IconCircleMinus, tone: 'grey' },
};

/** A step of the test of a key system, or of an identity source. */
type Shown = Pick<DiagnosisStep, 'state' | 'message' | 'duration_ms'> & {
  name: DiagnosisStep['name'] | SourceDiagnosisStep['name'];
};

const allPending = DiagnosisStepName.options.map(
  (name): Shown => ({ name, state: 'pending', message: '', duration_ms: 0 }),
);

/** The progress of a connection test, step by step. Without `steps`, all of a key system's are pending. */
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
      <StateIcon state={state} />
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

function StateIcon({ state }: { state: State }) {
  if (state === 'running') return <Loader size={20} className="diagnosis-icon" aria-hidden />;
  const { Icon, tone } = icons[state];
  return (
    <span className={`diagnosis-icon tone-${tone}`}>
      <Icon size={20} stroke={1.7} aria-hidden />
    </span>
  );
}

/** Milliseconds below one second, then seconds with one decimal. */
function Duration({ ms }: { ms: number }) {
  const { t } = useTranslation('diagnosis');
  if (ms < 1_000) return t('milliseconds', { count: ms });
  return t('seconds', { count: Math.round(ms / 100) / 10 });
}
