import { ChangeKind, type ChangeSet, type changeSetList } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import type { RecordColumn } from '#components/records/record-list';
import { TimeAgo } from '#components/time-ago';
import { formatNumber } from '#lib/format';
import { StateTag } from './state-tag';

export function useChangeSetColumns(): RecordColumn<typeof changeSetList>[] {
  const { t } = useTranslation('change-sets');
  return [
    { key: 'title', header: t('list.columns.what'), cell: ({ title }) => title },
    { key: 'state', header: t('list.columns.state'), cell: ({ state }) => <StateTag state={state} /> },
    {
      key: 'counts',
      header: t('list.columns.changes'),
      cell: (changeSet) => <Changes changeSet={changeSet} />,
      hideBelow: 640,
    },
    {
      key: 'created',
      sort: 'created_at',
      header: t('list.columns.created'),
      cell: ({ created_at }) => <TimeAgo instant={created_at} />,
      hideBelow: 480,
    },
    {
      key: 'decision',
      header: t('list.columns.decision'),
      cell: ({ decision }) => decision && t('list.by', { name: decision.by }),
      hideBelow: 960,
    },
  ];
}

/** 6,882 joiners, 8,635 leavers …, in the order of application. */
function Changes({ changeSet: { counts } }: { changeSet: ChangeSet }) {
  const { t } = useTranslation('change-sets');
  const parts = ChangeKind.options
    .filter((kind) => (counts[kind] ?? 0) > 0)
    .map((kind) => `${t(`counts.${kind}`)} ${formatNumber(counts[kind] ?? 0)}`);
  return parts.length === 0 ? <span className="mute">{t('list.nothing')}</span> : parts.join(' · ');
}
