import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useViewportWidth } from '#ui/viewport-width';
import { canRevisit, type WizardStep, wizardSteps } from '../wizard-state';

const narrowPx = 768;

type Props = { current: WizardStep; onRevisit: (step: WizardStep) => void };

/** The current step, with links back to finished ones. Narrow windows show dots only. */
export function StepList({ current, onRevisit }: Props) {
  const isNarrow = useViewportWidth() < narrowPx;
  const Steps = isNarrow ? StepDots : StepNames;
  return <Steps current={current} onRevisit={onRevisit} />;
}

function StepNames({ current, onRevisit }: Props) {
  const { t } = useTranslation('add-key-system');
  const at = wizardSteps.indexOf(current);
  return (
    <ol className="setup-steps" aria-label={t('steps.label')}>
      {wizardSteps.map((step, index) => (
        <li key={step} data-done={index < at} aria-current={step === current ? 'step' : undefined}>
          {canRevisit({ step: current }, step) ? (
            <button
              type="button"
              className="setup-step-name"
              onClick={() => onRevisit(step)}
              aria-label={t('steps.goBack', { step: t(`steps.${step}`) })}
            >
              <StepName step={step} index={index} isDone />
            </button>
          ) : (
            <span className="setup-step-name">
              <StepName step={step} index={index} isDone={index < at} />
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}

function StepName({ step, index, isDone }: { step: WizardStep; index: number; isDone: boolean }) {
  const { t } = useTranslation('add-key-system');
  return (
    <>
      <span className="setup-number">{isDone ? <IconCheck size={14} stroke={2.4} aria-hidden /> : index + 1}</span>
      {t(`steps.${step}`)}
      {isDone && <span className="visually-hidden">, {t('steps.done')}</span>}
    </>
  );
}

function StepDots({ current, onRevisit }: Props) {
  const { t } = useTranslation('add-key-system');
  const at = wizardSteps.indexOf(current);
  return (
    <div className="setup-dots">
      <div className="setup-dot-row">
        {wizardSteps.map((step, index) =>
          canRevisit({ step: current }, step) ? (
            <button
              key={step}
              type="button"
              className="setup-dot"
              data-done
              onClick={() => onRevisit(step)}
              aria-label={t('steps.goBack', { step: t(`steps.${step}`) })}
            />
          ) : (
            <span key={step} className="setup-dot" data-done={index <= at} data-current={index === at} />
          ),
        )}
      </div>
      <span>{t('steps.count', { step: at + 1, count: wizardSteps.length })}</span>
    </div>
  );
}
