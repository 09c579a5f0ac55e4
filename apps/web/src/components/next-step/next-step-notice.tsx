import { useTranslation } from 'react-i18next';
import { Notice } from '#ui/notice';
import type { Tone } from '#ui/status-tag';
import type { NextStep } from './next-step';
import { NextStepAction } from './next-step-action';

const tones = {
  source: 'blue',
  people: 'blue',
  system: 'blue',
  inventory: 'blue',
  reading: 'blue',
  plan: 'blue',
  activate: 'blue',
  preview: 'green',
  decide: 'amber',
  repair: 'red',
} as const satisfies Record<NextStep['is'], Tone>;

/** The next step, with its button. */
export function NextStepNotice({ step }: { step: NextStep }) {
  const { t } = useTranslation('connections');
  const words = { name: 'on' in step ? step.on.name : '', message: 'message' in step ? step.message : '' };
  return (
    <Notice
      tone={tones[step.is]}
      title={t(`next.${step.is}.title`, words)}
      actions={step.is !== 'reading' && <NextStepAction step={step} label={t(`next.${step.is}.action`)} />}
    >
      {t(`next.${step.is}.text`, words)}
    </Notice>
  );
}
