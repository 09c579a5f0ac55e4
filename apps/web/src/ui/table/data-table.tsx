import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useViewportWidth } from '../viewport-width';
import { type PhoneColumn, PhoneRows } from './phone-rows';
import { type RowActs, useRowKeys } from './row-keys';
import { type Paging, TableFoot } from './table-foot';
import { SortHeader } from './table-sort';

/** In narrower windows, rows take two lines. */
const PHONE_PX = 600;

export type Column<T> = PhoneColumn<T> & {
  /** Shown instead of the header, e.g. a checkbox that selects all rows; `header` is its accessible name. */
  headerCell?: ReactNode;
  /** The API's name of this sort order; without it the column cannot be sorted. */
  sort?: string;
  width?: number | string;
  /** Hidden in windows narrower than this many pixels. */
  hideBelow?: number;
  /** Never wraps. */
  isLine?: true;
};

type Props<T> = RowActs<T> & {
  /** Accessible name of the table; not visible. */
  caption: string;
  columns: readonly Column<T>[];
  /** As in the API: `name` ascending, `-name` descending. */
  sort?: string;
  onSort?: (sort: string) => void;
  page?: Paging;
};

/** A table of records. Scrolls inside its panel when too wide; rows open by click and by Enter. */
export function DataTable<T>(props: Props<T>) {
  const { columns, rows, page } = props;
  const width = useViewportWidth();
  const isPhone = width < PHONE_PX && columns.some(({ phone }) => phone === 'title');
  const shown = columns.filter(({ hideBelow }) => !hideBelow || width >= hideBelow);
  return (
    <>
      {isPhone ? <PhoneRows {...props} /> : <Table {...props} columns={shown} />}
      {page && <TableFoot {...page} shown={rows.length} />}
    </>
  );
}

function Table<T>(props: Props<T>) {
  const { caption, columns, rows, rowKey, sort, onSort, onRowClick } = props;
  const region = useRef<HTMLElement>(null);
  const isTooWide = useIsTooWide(region);
  const rowProps = useRowKeys(props);
  const hasKeys = onRowClick !== undefined || columns.some(({ phone }) => phone === 'mark');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section ref={region} className="table-region" aria-label={caption} tabIndex={0} data-scrolls={isTooWide}>
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
            <tr key={rowKey(row)} {...(hasKeys ? rowProps(row) : {})}>
              {columns.map((column) => (
                <td key={column.key} className={cellClass(column)} title={column.clip?.(row) ?? undefined}>
                  {column.cell ? column.cell(row) : column.clip?.(row) || '–'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Whether the table needs a scroll bar of its own; without one its header sticks to the top of the window. */
function useIsTooWide(region: { current: HTMLElement | null }): boolean {
  const [isTooWide, setIsTooWide] = useState(false);
  useEffect(() => {
    const table = region.current?.firstElementChild;
    if (!region.current || !table || !('ResizeObserver' in window)) return;
    const watch = new ResizeObserver(() => {
      if (region.current) setIsTooWide(region.current.scrollWidth > region.current.clientWidth);
    });
    watch.observe(region.current);
    watch.observe(table);
    return () => watch.disconnect();
  }, [region]);
  return isTooWide;
}

function cellClass<T>({ align, isLine, clip }: Column<T>): string | undefined {
  const names = [align && 'align-right', isLine && 'cell-line', clip && 'cell-clip'].filter(Boolean);
  return names.length > 0 ? names.join(' ') : undefined;
}
