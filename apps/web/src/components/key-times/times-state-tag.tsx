import type { KeyTimesState } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { StatusTag, type Tone } from '#ui/status-tag';

const tones: Record<KeyTimesState, Tone> = {
  ok: 'green',
  due_soon: 'amber',
  lapsed: 'red',
  not_yet_valid: 'blue',
  expired: 'red',
  never: 'grey',
  not_known: 'grey',
  no_clock: 'grey',
};

/** How a key stands by its times, in a word. */
export function TimesStateTag({ state }: { state: KeyTimesState }) {
  const { t } = useTranslation('key-times');
  return <StatusTag tone={tones[state]} label={t(`states.${state}`)} />;
}
