import type { KeyCase } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { StatusTag, type Tone } from '#ui/status-tag';

const tones: Record<NonNullable<KeyCase['next_step']>, Tone> = {
  decide_doors: 'red',
  mend_jobs: 'red',
  wait_for_jobs: 'amber',
  close: 'green',
  choose_replacement: 'amber',
  collect_replacement: 'blue',
  repair_or_replace: 'amber',
  collect_key: 'amber',
  update_key: 'amber',
  request_key: 'amber',
  wait_for_request: 'blue',
  hand_out_key: 'amber',
  wait_for_first_day: 'blue',
};

/** What a case waits for, or how it ended. */
export function StepTag({ item: { next_step: step, outcome } }: { item: Pick<KeyCase, 'next_step' | 'outcome'> }) {
  const { t } = useTranslation('key-cases');
  if (step === null) return <StatusTag tone="grey" label={outcome ? t(`outcomes.${outcome}`) : t('states.closed')} />;
  return <StatusTag tone={tones[step]} label={t(`steps.${step}`)} />;
}
