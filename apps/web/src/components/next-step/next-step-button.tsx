import { useTranslation } from 'react-i18next';
import { NextStepAction } from './next-step-action';
import { useNextStep } from './use-next-step';

/** The next step as a button, shown after something ended well; nothing if it is unknown or there is none. */
export function NextStepButton() {
  const { t } = useTranslation('connections');
  const { known, isFresh } = useNextStep();
  const step = isFresh ? known?.step : undefined;
  return step && step.is !== 'reading' && <NextStepAction step={step} label={t(`next.${step.is}.onward`)} />;
}
