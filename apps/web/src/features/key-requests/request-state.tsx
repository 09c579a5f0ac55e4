import type { KeyRequest } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { StatusTag, type Tone } from '#ui/status-tag';

const tones: Record<KeyRequest['state'], Tone> = {
  to_complete: 'amber',
  in_approval: 'blue',
  needs_info: 'amber',
  approved: 'green',
  in_preparation: 'blue',
  ready_for_pickup: 'green',
  handed_out: 'green',
  applied: 'green',
  rejected: 'red',
  cancelled: 'grey',
  expired: 'grey',
  closed: 'grey',
};

type Props = { request: Pick<KeyRequest, 'state' | 'step' | 'steps' | 'is_escalated'> };

/** Where a request is; while it is decided, at which of its steps. */
export function RequestState({ request: { state, step, steps, is_escalated } }: Props) {
  const { t } = useTranslation('key-requests');
  const name = t(`states.${state}`);
  const label = state === 'in_approval' && steps > 1 ? t('stepOf', { name, step, steps }) : name;
  return (
    <>
      <StatusTag tone={tones[state]} label={label} />{' '}
      {is_escalated && <StatusTag tone="amber" label={t('escalated')} />}
    </>
  );
}

/** The place or the key that a request is about; without a place how the person has put it. */
export const whatOf = ({ place, place_words, key }: Pick<KeyRequest, 'place' | 'place_words' | 'key'>): string =>
  [place?.name ?? place_words, key?.marking].filter(Boolean).join(' · ');
