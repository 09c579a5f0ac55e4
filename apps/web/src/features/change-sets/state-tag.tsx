import type { ChangeSetState } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { StatusTag } from '#ui/status-tag';

/** `satisfies` makes a state without a tone a compile error. */
const tones = {
  computing: 'blue',
  ready: 'amber',
  quarantined: 'amber',
  applying: 'blue',
  applied: 'green',
  discarded: 'grey',
  stale: 'grey',
} as const satisfies Record<ChangeSetState, string>;

/** State of a change set as a word and a colour. */
export function StateTag({ state }: { state: ChangeSetState }) {
  const { t } = useTranslation('change-sets');
  return <StatusTag tone={tones[state]} label={t(`states.${state}`)} />;
}
