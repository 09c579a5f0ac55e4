import type { LocationNode } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#lib/format';
import { Empty } from '#ui/page-states';
import { DataTable } from '#ui/table/data-table';
import { pathOf } from '../tree/tree-rows';

type Props = {
  kind: 'withoutOwner' | 'doubleNames';
  /** The places to list. */
  found: readonly LocationNode[];
  places: readonly LocationNode[];
  onChoose: (id: string) => void;
};

/** Places that need attention; opening one shows it in the tree. */
export function ReviewTable({ kind, found, places, onChoose }: Props) {
  const { t } = useTranslation('locations');
  if (found.length === 0) {
    return <Empty title={t(kind === 'doubleNames' ? 'review.noneDoubleNames' : 'review.noneWithoutOwner')} />;
  }
  const header = t('review.columns', { returnObjects: true });
  return (
    <>
      <p className="mute place-hint">{t(`review.${kind}`)}</p>
      <DataTable
        caption={t(`tabs.${kind}`)}
        rows={found}
        rowKey={({ id }) => id}
        onRowClick={({ id }) => onChoose(id)}
        rowLabel={({ name }) => t('review.open', { name })}
        columns={[
          { key: 'place', header: header.place, width: '60%', clip: ({ id }) => pathOf(places, id).join(' / ') },
          { key: 'type', header: header.type, cell: ({ type }) => t(`types.${type}`) },
          {
            key: 'cylinders',
            header: header.cylinders,
            align: 'right',
            cell: ({ cylinders }) => formatNumber(cylinders),
          },
        ]}
      />
    </>
  );
}
