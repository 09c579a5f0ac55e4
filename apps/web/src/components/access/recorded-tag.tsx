import type { RecordedState } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { StatusTag, type Tone } from '#ui/status-tag';

const tones: Record<RecordedState, Tone> = { yes: 'blue', no: 'amber', differs: 'amber', unknown: 'grey' };

/** Whether key systems have recorded what a person may open. */
export function RecordedTag({ state }: { state: RecordedState }) {
  const { t } = useTranslation('access');
  return <StatusTag tone={tones[state]} label={t(`recorded.${state}`)} />;
}
