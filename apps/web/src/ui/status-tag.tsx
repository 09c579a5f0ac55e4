export type Tone = 'green' | 'blue' | 'amber' | 'red' | 'grey';

type Props = { tone: Tone; label: string; isPlain?: boolean };

/** A status as a word and a colour. `isPlain` leaves out the dot, for labels that are not a status. */
export function StatusTag({ tone, label, isPlain }: Props) {
  return <span className={`tag tone-${tone}${isPlain ? ' tag-plain' : ''}`}>{label}</span>;
}
