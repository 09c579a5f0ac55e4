import type { ReactNode } from 'react';
import { type RowActs, useRowKeys } from './row-keys';

/** What a column says to narrow windows too. */
export type PhoneColumn<T> = {
  key: string;
  header: string;
  /** Defaults to the text of `clip`. */
  cell?: (row: T) => ReactNode;
  /** The whole text: truncated to one line, shown in full on hover. Needs a `width` in percent. */
  clip?: (row: T) => string | null;
  align?: 'right';
  /**
   * Where it stands on a phone: the word in the first line, details in the second, short things at the right, acts beneath, a
   * checkbox before it. A table with a title has rows of two lines there, without the columns that say nothing of it.
   */
  phone?: 'title' | 'meta' | 'aside' | 'foot' | 'mark';
};

type Props<T> = RowActs<T> & { caption: string; columns: readonly PhoneColumn<T>[] };

/** Rows for narrow windows: the word first, what else there is to know in a second line. Figures keep their heading. */
export function PhoneRows<T>({ caption, columns, ...acts }: Props<T>) {
  const rowProps = useRowKeys(acts);
  const at = (place: PhoneColumn<T>['phone']) => columns.filter(({ phone }) => phone === place);
  const cellOf = (column: PhoneColumn<T>, row: T) => {
    const shown = column.cell ? column.cell(row) : column.clip?.(row);
    return shown === '–' ? null : shown; // without its heading, a dash says nothing
  };
  const parts = (place: PhoneColumn<T>['phone'], row: T) =>
    at(place).map((column) => {
      const shown = cellOf(column, row);
      const hasHeading = column.align === 'right' && shown !== null && shown !== undefined;
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
