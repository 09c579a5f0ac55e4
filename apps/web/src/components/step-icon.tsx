import type { DiagnosisStep } from '@key2xs/contract';
import { Loader } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircle,
  IconCircleCheck,
  IconCircleMinus,
  IconCircleX,
  type TablerIcon,
} from '@tabler/icons-react';
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

/** The state of a step. Decorative for screen readers. */
export function StepIcon({ state }: { state: State }) {
  if (state === 'running') return <Loader size={20} className="diagnosis-icon" aria-hidden />;
  const { Icon, tone } = icons[state];
  return (
    <span className={`diagnosis-icon tone-${tone}`}>
      <Icon size={20} stroke={1.7} aria-hidden />
    </span>
  );
}
