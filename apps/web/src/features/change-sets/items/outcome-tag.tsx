import type { ChangeSetItem } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { StatusTag } from '#ui/status-tag';
import { kindsOfChange } from './kinds-of-change';

type Outcome = ChangeSetItem['outcome'];

const tones = { pending: 'grey', done: 'green', failed: 'red', waiting: 'amber' } as const satisfies Record<
  Outcome,
  string
>;

export function OutcomeTag({ item: { kind, outcome } }: { item: ChangeSetItem }) {
  const { t } = useTranslation('change-sets');
  if (kindsOfChange[kind].isLeftOut) return <StatusTag tone="grey" label={t('items.leftOut')} />;
  return <StatusTag tone={tones[outcome]} label={t(`items.outcomes.${outcome}`)} />;
}
