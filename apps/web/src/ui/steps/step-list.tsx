import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useViewportWidth } from '../viewport-width';
import './step-list.css';

/** `missing`: what the step still needs, in words. `onOpen`: only if it can be opened. */
export type ListedStep = {
  key: string;
  name: string;
  missing?: string | undefined;
  onOpen?: (() => void) | undefined;
};

type Props = { steps: readonly ListedStep[]; current: string };

const narrowPx = 768;
/** More steps need a wider window to fit in a line. */
const fewSteps = 6;
const manyStepsPx = 900;

/** The steps of a wizard in order, with links to those that can be opened. A narrow window shows dots and a count. */
export function StepList({ steps, current }: Props) {
  const { t } = useTranslation();
  const isNarrow = useViewportWidth() < (steps.length > fewSteps ? manyStepsPx : narrowPx);
  const at = steps.findIndex(({ key }) => key === current);
  return (
    <div className="step-list" data-narrow={isNarrow || undefined}>
      <ol aria-label={t('ui.steps.label')}>
        {steps.map((step, index) => (
          <StepEntry key={step.key} step={step} number={index + 1} at={at + 1} />
        ))}
      </ol>
      {isNarrow && <span>{t('ui.steps.count', { step: at + 1, count: steps.length })}</span>}
    </div>
  );
}

type EntryProps = { step: ListedStep; number: number; at: number };

function StepEntry({ step: { name, missing, onOpen }, number, at }: EntryProps) {
  const { t } = useTranslation();
  const isCurrent = number === at;
  const isDone = number < at && missing === undefined;
  const state = isCurrent ? 'current' : isDone ? 'done' : number < at ? 'missing' : 'ahead';
  const stateWords = missing ?? (isCurrent ? undefined : t(isDone ? 'ui.steps.done' : 'ui.steps.ahead'));
  // Browsers would otherwise put a space before the comma.
  const label = [`${number} ${name}`, stateWords].filter(Boolean).join(', ');
  const props = { className: 'step-list-step', 'aria-current': isCurrent ? ('step' as const) : undefined };
  const content = (
    <>
      <span className="step-list-number">
        {isDone && <IconCheck size={14} stroke={2.4} aria-hidden />}
        <span className={isDone ? 'visually-hidden' : undefined}>{number}</span>
      </span>{' '}
      <span className="step-list-name">{name}</span>
      {stateWords && <span className="visually-hidden">, {stateWords}</span>}
    </>
  );
  return (
    <li data-state={state}>
      {onOpen ? (
        <button type="button" {...props} aria-label={label} onClick={onOpen}>
          {content}
        </button>
      ) : (
        <span {...props}>{content}</span>
      )}
    </li>
  );
}
