import { useTranslation } from 'react-i18next';
import { NextStepAction } from './next-step-action';
import { useNextStep } from './use-next-step';

/** Where something has ended well: what comes next, as a button. Nothing while it is not known, or nothing does. */
export function NextStepButton() {
  const { t } = useTranslation('connections');
  const { known, isAsked } = useNextStep();
  const step = isAsked ? known?.step : undefined;
  return step && step.is !== 'reading' && <NextStepAction step={step} label={t(`next.${step.is}.onward`)} />;
}
