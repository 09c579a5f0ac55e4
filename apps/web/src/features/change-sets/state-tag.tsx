import type { ChangeSetState } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { StatusTag } from '#ui/status-tag';

/** `satisfies` makes a new state a compile error here, so no screen can meet one it cannot show. */
const tones = {
  computing: 'blue',
  ready: 'amber',
  quarantined: 'amber',
  applying: 'blue',
  applied: 'green',
  discarded: 'grey',
  stale: 'grey',
} as const satisfies Record<ChangeSetState, string>;

/** Where a change set stands, in a word and a colour. */
export function StateTag({ state }: { state: ChangeSetState }) {
  const { t } = useTranslation('change-sets');
  return <StatusTag tone={tones[state]} label={t(`states.${state}`)} />;
}
