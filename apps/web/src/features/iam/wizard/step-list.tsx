import { useTranslation } from 'react-i18next';
import { type WizardStep, wizardSteps } from './wizard-state';

/** The current step; not a navigation. */
export function StepList({ current }: { current: WizardStep }) {
  const { t } = useTranslation('iam');
  const at = wizardSteps.indexOf(current);
  return (
    <ol className="wizard-steps" aria-label={t('wizard.steps.label')}>
      {wizardSteps.map((step, index) => (
        <li key={step} data-done={index < at} aria-current={step === current ? 'step' : undefined}>
          <span className="wizard-step-number">{index + 1}</span> {t(`wizard.steps.${step}`)}
        </li>
      ))}
    </ol>
  );
}
