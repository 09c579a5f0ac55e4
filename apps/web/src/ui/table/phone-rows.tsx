import type { ReactNode } from 'react';
import { type RowActs, useRowKeys } from './row-keys';

/** The content of a column in narrow windows. */
export type PhoneColumn<T> = {
  key: string;
  header: string;
  /** Defaults to the text of `clip`. */
  cell?: (row: T) => ReactNode;
  /** The full text: truncated to one line, shown in full on hover. Needs a `width` in percent. */
  clip?: (row: T) => string | null;
  align?: 'right';
  /**
   * Its position on a phone: the title in the first line, details in the second, short values at the right, actions
   * beneath, a checkbox before it. In a table with a title, columns without a position are hidden there.
   */
  phone?: 'title' | 'meta' | 'aside' | 'foot' | 'mark';
  /** Keeps its heading on a phone, as figures do. */
  phoneHeading?: true;
};

type Props<T> = RowActs<T> & { caption: string; columns: readonly PhoneColumn<T>[] };

/** Rows for narrow windows: the title first, details in a second line. Figures keep their heading. */
export function PhoneRows<T>({ caption, columns, ...acts }: Props<T>) {
  const rowProps = useRowKeys(acts);
  const at = (place: PhoneColumn<T>['phone']) => columns.filter(({ phone }) => phone === place);
  const cellOf = (column: PhoneColumn<T>, row: T) => {
    const shown = column.cell ? column.cell(row) : column.clip?.(row);
    return shown === '–' ? null : shown; // Without its heading, a dash means nothing.
  };
  const parts = (place: PhoneColumn<T>['phone'], row: T) =>
    at(place).map((column) => {
      const shown = cellOf(column, row);
      const keepsHeading = column.align === 'right' || column.phoneHeading;
      const hasHeading = keepsHeading && shown !== null && shown !== undefined;
      return (
        <span key={column.key} className="phone-part">
          {hasHeading && <span className="mute">{column.header}: </span>}
          {shown}
        </span>
      );
    });
  const hasMark = at('mark').length > 0;
  return (
    <ul className="phone-rows" aria-label={caption}>
      {acts.rows.map((row) => (
        <li key={acts.rowKey(row)} {...(acts.onRowClick || hasMark ? rowProps(row) : {})}>
          {hasMark && parts('mark', row)}
          <div className="phone-main">
            <div className="phone-title">{parts('title', row)}</div>
            <div className="phone-meta">{parts('meta', row)}</div>
            {at('foot').length > 0 && <div className="phone-foot">{parts('foot', row)}</div>}
          </div>
          <div className="phone-aside">{parts('aside', row)}</div>
        </li>
      ))}
    </ul>
  );
}
