import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';

type Props = {
  column: { header: string; headerCell?: ReactNode; sort?: string; align?: 'right'; width?: number | string };
  sort?: string;
  onSort?: (sort: string) => void;
};

/** A column's heading. A sortable one is a button: first ascending, then descending. */
export function SortHeader({ column, sort, onSort }: Props) {
  const { header, headerCell, align, width } = column;
  const order = column.sort;
  const frame = { className: align && 'align-right', style: width ? { width } : undefined };
  if (!order || !onSort) {
    return (
      <th scope="col" aria-label={headerCell === undefined ? undefined : header} {...frame}>
        {headerCell ?? header}
      </th>
    );
  }
  const direction = sort === order ? 'ascending' : sort === `-${order}` ? 'descending' : undefined;
  return (
    <th scope="col" aria-sort={direction ?? 'none'} {...frame}>
      <button
        type="button"
        className="table-sort"
        onClick={() => onSort(direction === 'ascending' ? `-${order}` : order)}
      >
        {header}
        {direction === 'ascending' && <IconArrowUp size={13} aria-hidden />}
        {direction === 'descending' && <IconArrowDown size={13} aria-hidden />}
      </button>
    </th>
  );
}
