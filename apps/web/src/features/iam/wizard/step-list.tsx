import { useTranslation } from 'react-i18next';
import { StepsBar } from './steps-bar';
import { canRevisit, type WizardState, type WizardStep, wizardSteps } from './wizard-state';

type Props = { state: WizardState; onRevisit: (step: WizardStep) => void };

/** The steps of a staff list. */
export function StepList({ state, onRevisit }: Props) {
  const { t } = useTranslation('iam');
  const steps = wizardSteps.map((step) => ({
    key: step,
    name: t(`wizard.steps.${step}`),
    onGo: canRevisit(state, step) ? () => onRevisit(step) : undefined,
  }));
  return <StepsBar label={t('wizard.steps.label')} steps={steps} at={state.step} />;
}
