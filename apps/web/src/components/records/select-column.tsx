import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Column } from '#ui/table/data-table';
import type { Selection } from './use-selection';

type Choosing<Row> = { rows: readonly Row[]; selection: Selection<Row>; nameOf: (row: Row) => string };

/** A checkbox in every row, and one in the header for the rows of this page. */
export function useSelectColumn<Row>({ rows, selection, nameOf }: Choosing<Row>): Column<Row> {
  const { t } = useTranslation('shell');
  const chosen = rows.filter(selection.has).length;
  return {
    key: 'select',
    phone: 'mark',
    header: t('records.select'),
    headerCell: (
      <Checkbox
        size="xs"
        aria-label={t('records.selectPage')}
        checked={chosen === rows.length}
        indeterminate={chosen > 0 && chosen < rows.length}
        onChange={(event) => selection.set(rows, event.currentTarget.checked)}
      />
    ),
    width: 44,
    cell: (row) => (
      <Checkbox
        size="xs"
        aria-label={t('records.selectOne', { name: nameOf(row) })}
        checked={selection.has(row)}
        onChange={(event) => selection.set([row], event.currentTarget.checked)}
      />
    ),
  };
}
