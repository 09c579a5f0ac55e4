import type { KeyCustody } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { StatusTag, type Tone } from '#ui/status-tag';

const tones: Record<KeyCustody['state'], Tone> = {
  in_stock: 'grey',
  reserved: 'blue',
  handed_out: 'green',
  lost: 'red',
  broken: 'amber',
  retired: 'grey',
};

/** Where a key is, in a word; one that is overdue says so. */
export function CustodyTag({ custody: { state, is_overdue } }: { custody: Pick<KeyCustody, 'state' | 'is_overdue'> }) {
  const { t } = useTranslation('key-desk');
  if (is_overdue) return <StatusTag tone="red" label={t('overdue')} />;
  return <StatusTag tone={tones[state]} label={t(`states.${state}`)} />;
}
