import { type PlanWizardStep, planWizardSteps } from '@key2xs/contract';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useViewportWidth } from '#ui/viewport-width';
import type { Content } from './state/choices';
import { missingOf } from './state/missing';

const narrowPx = 900;

type Props = { content: Content; current: PlanWizardStep; onChoose: (step: PlanWizardStep) => void };

/** All steps, each a way there, with a tick where nothing is missing and a mark where something is. Dots in narrow windows. */
export function StepList({ content, current, onChoose }: Props) {
  const { t } = useTranslation('plan-wizard');
  const isNarrow = useViewportWidth() < narrowPx;
  const at = planWizardSteps.indexOf(current);
  const marks = planWizardSteps.map((step, index) => {
    const missing = missingOf(content, step).length;
    const isDone = missing === 0 && index < at;
    const label = [
      t('steps.label', { number: index + 1, step: t(`steps.${step}`) }),
      missing > 0 && t('steps.missing', { count: missing }),
      isDone && t('steps.done'),
    ];
    return { step, index, missing, isDone, label: label.filter(Boolean).join(', ') };
  });
  if (isNarrow) {
    return (
      <nav className="setup-dots" aria-label={t('steps.all')}>
        <div className="setup-dot-row">
          {marks.map(({ step, isDone, label }) => (
            <button
              key={step}
              type="button"
              className="setup-dot"
              data-done={isDone || step === current}
              data-current={step === current}
              aria-current={step === current ? 'step' : undefined}
              aria-label={label}
              onClick={() => onChoose(step)}
            />
          ))}
        </div>
        <span>{t('steps.count', { step: at + 1, count: planWizardSteps.length })}</span>
      </nav>
    );
  }
  return (
    <nav aria-label={t('steps.all')}>
      <ol className="setup-steps">
        {marks.map(({ step, index, missing, isDone, label }) => (
          <li key={step} data-done={isDone} aria-current={step === current ? 'step' : undefined}>
            <button type="button" className="setup-step-name" onClick={() => onChoose(step)} aria-label={label}>
              <span className="setup-number" data-missing={missing > 0 && index < at}>
                {isDone ? <IconCheck size={14} stroke={2.4} aria-hidden /> : index + 1}
              </span>{' '}
              {t(`steps.${step}`)}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
