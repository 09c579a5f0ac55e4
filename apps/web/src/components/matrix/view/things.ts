import type { MatrixPlace, MatrixSource } from '../source/matrix-source';
import { groupAt } from './keyboard';

/** The content of a place by its keys: undefined if it is not loaded, or beyond a heading. */
export type Thing = { row: string | undefined; column: string | undefined };

export function thingAt(source: MatrixSource, place: MatrixPlace): Thing {
  const { row, column } = place;
  return {
    row: row < 0 ? undefined : source.rows.at(row)?.key,
    column: column < 0 ? undefined : row < -1 ? groupAt(source, place) : source.columns.at(column)?.key,
  };
}

/** The current place of a thing; if it is gone, its former index, limited to the present count. */
export function placeOf(source: MatrixSource, { row, column }: Thing, before: MatrixPlace): MatrixPlace {
  const { rows, columns } = source;
  const now = thingAt(source, before);
  const place =
    now.column === column ? before : { ...before, ...(column !== undefined && columnOf(source, column, before)) };
  const stays = now.row === row || row === undefined;
  return {
    row: Math.max(
      -1 - columns.bands.length,
      Math.min((stays ? undefined : rows.indexOf(row)) ?? place.row, rows.length - 1),
    ),
    column: Math.min(place.column, columns.length - 1),
  };
}

/** A column, or the band of an open group; a heading may have changed from band to column or back. */
export function columnOf({ columns }: MatrixSource, key: string, { row }: MatrixPlace): MatrixPlace | undefined {
  const column = columns.indexOf(key);
  if (column !== undefined) return { row: Math.max(-1, row), column };
  for (const [depth, level] of columns.bands.entries()) {
    const band = level.find((one) => one.key === key);
    if (band) return { row: row < 0 ? depth - columns.bands.length - 1 : row, column: band.start };
  }
  return undefined;
}
