import type { DriftItem, driftList } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import type { RecordColumn } from '#components/records/record-list';
import { TimeAgo } from '#components/time-ago';
import { StatusTag } from '#ui/status-tag';

/** The effect of accepting, or that it was accepted. */
export function AcceptanceTag({ item: { state, acceptance } }: { item: DriftItem }) {
  const { t } = useTranslation('drift');
  if (state === 'accepted') return <StatusTag tone="green" label={t('states.accepted')} />;
  if (acceptance === null) return <span className="mute">{t('cannot')}</span>;
  return t(`acceptance.${acceptance}`);
}

export function useDriftColumns(): RecordColumn<typeof driftList>[] {
  const { t } = useTranslation('drift');
  return [
    { key: 'what', phone: 'title', header: t('drawer.what'), sort: 'profile', cell: ({ what }) => what },
    {
      key: 'rule',
      phone: 'meta',
      header: t('drawer.rule'),
      hideBelow: 1_000,
      width: 200,
      cell: ({ rule }) => rule?.name,
    },
    {
      key: 'since',
      phone: 'meta',
      header: t('columns.since'),
      sort: 'since',
      hideBelow: 640,
      width: 130,
      cell: ({ since }) => <TimeAgo instant={since} />,
    },
    {
      key: 'accept',
      phone: 'meta',
      header: t('drawer.accept'),
      hideBelow: 820,
      width: 190,
      cell: (item) => <AcceptanceTag item={item} />,
    },
  ];
}
