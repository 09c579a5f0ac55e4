import type { StaffList } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { formatInstant, formatNumber } from '#lib/format';
import { Panel } from '#ui/panel';
import { StatStrip } from '#ui/stat-strip';
import { type Column, DataTable } from '#ui/table/data-table';
import { fillOf } from '../../wizard/fill-of';

type ListColumn = StaffList['columns'][number];

/** Contents of an uploaded list: rows, columns, how full each is, sample values. */
export function ListContents({ list, title }: { list: StaffList; title: string }) {
  const { t } = useTranslation('iam');
  const columns: Column<ListColumn>[] = [
    { key: 'name', header: t('upload.column'), cell: ({ name }) => name },
    {
      key: 'filled',
      header: t('upload.filled'),
      cell: ({ filled }) => fillOf(filled, list.rows),
      align: 'right',
      isLine: true,
    },
    {
      key: 'samples',
      header: t('upload.samples'),
      cell: ({ samples }) => samples.join(' · ') || <span className="mute">{t('upload.empty')}</span>,
    },
  ];
  return (
    <>
      <StatStrip
        items={[
          { label: t('upload.rows'), value: formatNumber(list.rows) },
          { label: t('upload.columns'), value: formatNumber(list.columns.length) },
        ]}
      />
      <Panel
        title={title}
        actions={
          <span className="mute">
            {list.file_name}, {t('upload.uploaded', { at: formatInstant(list.uploaded_at) })}
          </span>
        }
      >
        <DataTable caption={t('upload.caption')} columns={columns} rows={list.columns} rowKey={({ name }) => name} />
      </Panel>
    </>
  );
}
