import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { canRevisit, type WizardState, type WizardStep, wizardSteps } from './wizard-state';

type Props = { state: WizardState; onRevisit: (step: WizardStep) => void };

/** The current step, a tick at finished ones, and the way back to them. */
export function StepList({ state, onRevisit }: Props) {
  const { t } = useTranslation('iam');
  const at = wizardSteps.indexOf(state.step);
  return (
    <ol className="setup-steps" aria-label={t('wizard.steps.label')} style={{ flexWrap: 'wrap' }}>
      {wizardSteps.map((step, index) => {
        const name = (
          <>
            <span className="setup-number">
              {index < at ? <IconCheck size={14} stroke={2.4} aria-hidden /> : index + 1}
            </span>
            {t(`wizard.steps.${step}`)}
          </>
        );
        return (
          <li key={step} data-done={index < at} aria-current={step === state.step ? 'step' : undefined}>
            {canRevisit(state, step) ? (
              <button
                type="button"
                className="setup-step-name"
                onClick={() => onRevisit(step)}
                aria-label={t('wizard.goBack', { step: t(`wizard.steps.${step}`) })}
              >
                {name}
              </button>
            ) : (
              <span className="setup-step-name">{name}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
