import type { ChangeSet, ChangeSetState } from '@key2xs/contract';
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
  simulated: 'grey',
  unchanged: 'grey',
  partly: 'amber',
  by_hand: 'amber',
} as const satisfies Record<ChangeSetState | 'unchanged' | 'partly' | 'by_hand', string>;

type Props = { changeSet: Pick<ChangeSet, 'state' | 'total' | 'failed' | 'waiting'> };

/** State of a change set as a word and a colour; "applied" only if there were changes and all were made. */
export function StateTag({ changeSet }: Props) {
  const words = useStateWords()(changeSet);
  return <StatusTag tone={toneOf(changeSet)} label={words} />;
}

export function useStateWords() {
  const { t } = useTranslation('change-sets');
  return (changeSet: Props['changeSet']): string => t(`states.${shownState(changeSet)}`);
}

function shownState({ state, total, failed, waiting }: Props['changeSet']): keyof typeof tones {
  if (state !== 'applied') return state;
  if (total === 0) return 'unchanged';
  if (waiting === total) return 'by_hand';
  return failed + waiting > 0 ? 'partly' : 'applied';
}

const toneOf = (changeSet: Props['changeSet']) => tones[shownState(changeSet)];
