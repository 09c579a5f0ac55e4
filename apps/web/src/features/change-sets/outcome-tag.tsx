import type { ChangeSetItem } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { StatusTag } from '#ui/status-tag';

type Outcome = ChangeSetItem['outcome'];

const tones = { pending: 'grey', done: 'green', failed: 'red', waiting: 'amber' } as const satisfies Record<
  Outcome,
  string
>;

/** How a change went. A row that could not be read is no change: it is left out, whatever became of the others. */
export function OutcomeTag({ item: { kind, outcome } }: { item: ChangeSetItem }) {
  const { t } = useTranslation('change-sets');
  if (kind === 'problem') return <StatusTag tone="grey" label={t('items.leftOut')} />;
  return <StatusTag tone={tones[outcome]} label={t(`items.outcomes.${outcome}`)} />;
}
