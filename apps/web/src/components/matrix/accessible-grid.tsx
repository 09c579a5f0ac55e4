import type { KeyboardEvent, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { cellWords, entryWords } from './cell-words';
import type { MatrixPlace, MatrixSource } from './source/matrix-source';
import { useViewState } from './use-view-state';
import { isInArea } from './view/area';
import { bandAt } from './view/geometry';
import type { MatrixView } from './view/matrix-view';

/** Rows and columns around the cursor that are rendered; they follow the cursor. */
const rowsAround = 4;
const columnsAround = 3;

type Props = {
  ref: Ref<HTMLTableElement>;
  /** Prefix of the ids of cells. */
  id: string;
  label: string;
  source: MatrixSource;
  view: MatrixView;
  describe?: (place: MatrixPlace) => string | undefined;
  mayChooseAreas: boolean;
  onKeyDown: (event: KeyboardEvent) => void;
};

/**
 * The crossings around the cursor as a real table over the canvas, invisible: it has the focus and is read by screen
 * readers, to which a canvas is empty.
 */
export function AccessibleGrid({ ref, id, label, source, view, describe, mayChooseAreas, onKeyDown }: Props) {
  const { t } = useTranslation('matrix');
  const cursor = useViewState(view, (state) => state.cursor);
  const area = useViewState(view, (state) => state.area);
  const { rows, columns } = source;
  const columnsRead = around(cursor.column, columnsAround, columns.length);
  const heads = columns.bands.length + 1;
  const idOf = ({ row, column }: MatrixPlace) => `${id}-${row}-${column}`;
  const headings = (row: number, nameOf: (column: number) => string) => (
    <tr key={row} aria-rowindex={row + heads + 1}>
      <td aria-colindex={1} />
      {columnsRead.map((column) => {
        const name = nameOf(column); // A column in no band has no heading.
        const place = { id: idOf({ row, column }), 'aria-colindex': column + 2 };
        return name === '' ? (
          <td key={column} {...place} />
        ) : (
          <th key={column} scope="col" {...place}>
            {name}
          </th>
        );
      })}
    </tr>
  );
  return (
    <table
      ref={ref}
      className="matrix-read"
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: -- a grid is what a table with a cursor is
      role="grid"
      aria-label={label}
      aria-describedby={`${id}-keys`}
      aria-rowcount={rows.length + heads}
      aria-colcount={columns.length + 1}
      aria-multiselectable={mayChooseAreas}
      aria-activedescendant={idOf(cursor)}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onFocus={() => view.set({ hasFocus: true })}
      onBlur={() => view.set({ hasFocus: false })}
    >
      <thead>
        {columns.bands.map((level, depth) => headings(depth - heads, (column) => bandAt(level, column)?.label ?? ''))}
        {headings(-1, (column) => entryWords(t, columns.at(column)))}
      </thead>
      <tbody>
        {around(cursor.row, rowsAround, rows.length).map((row) => {
          const entry = rows.at(row);
          return (
            <tr key={row} aria-rowindex={row + heads + 1}>
              <th id={idOf({ row, column: -1 })} scope="row" aria-colindex={1} aria-expanded={entry?.isOpen}>
                {entryWords(t, entry)}
              </th>
              {columnsRead.map((column) => (
                <td
                  key={column}
                  // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: -- said, as not all readers conclude it
                  role="gridcell"
                  tabIndex={-1}
                  id={idOf({ row, column })}
                  aria-colindex={column + 2}
                  aria-selected={area && isInArea(area, { row, column })}
                >
                  {[
                    entry?.label,
                    columns.at(column)?.label,
                    source.words?.(row, column) ?? cellWords(t, source.cell(row, column)),
                    describe?.({ row, column }),
                  ]
                    .filter(Boolean)
                    .join(', ')}
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function around(index: number, reach: number, count: number): number[] {
  const length = Math.min(count, 2 * reach + 1);
  const first = Math.max(0, Math.min(index - reach, count - length));
  return Array.from({ length }, (_, n) => first + n);
}
