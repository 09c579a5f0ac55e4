import type { MatrixArea, MatrixPlace } from '../source/matrix-source';

const ordered = (a: number, b: number): [number, number] => (a <= b ? [a, b] : [b, a]);

/** The rectangle between two crossings. */
export const areaBetween = (from: MatrixPlace, to: MatrixPlace): MatrixArea => ({
  rows: ordered(Math.max(0, from.row), Math.max(0, to.row)),
  columns: ordered(Math.max(0, from.column), Math.max(0, to.column)),
});

export const isInArea = ({ rows, columns }: MatrixArea, { row, column }: MatrixPlace): boolean =>
  row >= rows[0] && row <= rows[1] && column >= columns[0] && column <= columns[1];

export const isSamePlace = (a: MatrixPlace | undefined, b: MatrixPlace | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && a.row === b.row && a.column === b.column);
