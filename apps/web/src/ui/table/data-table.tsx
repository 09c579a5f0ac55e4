import type { ReactNode } from 'react';
import { useViewportWidth } from '../viewport-width';
import { type Paging, TableFoot } from './table-foot';
import { SortHeader } from './table-sort';

export type Column<T> = {
  key: string;
  header: string;
  /** Shown in place of the header, e.g. a checkbox that selects all rows; `header` is its accessible name. */
  headerCell?: ReactNode;
  /** Defaults to the text of `clip`. */
  cell?: (row: T) => ReactNode;
  /** The API's name of this order; without it the column cannot be sorted. */
  sort?: string;
  align?: 'right';
  width?: number | string;
  /** Hidden in windows narrower than this many pixels. */
  hideBelow?: number;
  /** Never wraps. */
  isLine?: true;
  /** The whole text: truncated to one line, shown in full on hover. Needs a `width` in percent. */
  clip?: (row: T) => string | null;
};

type Props<T> = {
  /** Accessible name of the table; not visible. */
  caption: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  rowKey: (row: T) => string;
  /** As in the API: `name` ascending, `-name` descending. */
  sort?: string;
  onSort?: (sort: string) => void;
  page?: Paging;
  onRowClick?: (row: T) => void;
  /** Accessible name of opening a row. */
  rowLabel?: (row: T) => string;
  /** Marks the row whose details are open. */
  isCurrent?: (row: T) => boolean;
};

/** A table of records. Scrolls inside its panel when too wide; rows open by click and by Enter. */
export function DataTable<T>(props: Props<T>) {
  const { caption, rows, rowKey, sort, onSort, page } = props;
  const width = useViewportWidth();
  const columns = props.columns.filter((column) => !column.hideBelow || width >= column.hideBelow);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className="table-region" aria-label={caption} tabIndex={0}>
        <table className="table">
          <caption className="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <SortHeader key={column.key} column={column} sort={sort} onSort={onSort} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row {...props} key={rowKey(row)} row={row} columns={columns} />
            ))}
          </tbody>
        </table>
      </section>
      {page && <TableFoot {...page} shown={rows.length} />}
    </>
  );
}

type RowProps<T> = Pick<Props<T>, 'columns' | 'onRowClick' | 'rowLabel' | 'isCurrent'> & { row: T };

function Row<T>({ row, columns, onRowClick, rowLabel, isCurrent }: RowProps<T>) {
  const cells = columns.map((column) => (
    <td key={column.key} className={cellClass(column)} title={column.clip?.(row) ?? undefined}>
      {column.cell ? column.cell(row) : column.clip?.(row) || '–'}
    </td>
  ));
  if (!onRowClick) return <tr>{cells}</tr>;
  return (
    <tr
      className="table-row-open"
      tabIndex={0}
      aria-label={rowLabel?.(row)}
      aria-current={isCurrent?.(row) ? 'true' : undefined}
      onClick={(event) => {
        if (!isControl(event.target)) onRowClick(row);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target === event.currentTarget) onRowClick(row);
      }}
    >
      {cells}
    </tr>
  );
}

function cellClass<T>({ align, isLine, clip }: Column<T>): string | undefined {
  const names = [align && 'align-right', isLine && 'cell-line', clip && 'cell-clip'].filter(Boolean);
  return names.length > 0 ? names.join(' ') : undefined;
}

/** Clicks on buttons and links inside a row do not open it. */
function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a, button, input, label, select, textarea') !== null;
}
