import type { MatrixSource } from '../source/matrix-source';
import { bodyOf, type Geometry, type Point, type Range, visibleColumns, visibleRows } from '../view/geometry';
import type { ViewState } from '../view/matrix-view';
import type { fittedTexts } from './fitted-texts';
import type { overviewPictures } from './overview-pictures';
import type { Palette } from './palette';
import type { symbolPictures } from './symbol-pictures';

export type PaintCache = {
  symbols: ReturnType<typeof symbolPictures>;
  overview: ReturnType<typeof overviewPictures>;
  fitted: ReturnType<typeof fittedTexts>;
};

/** The text of the corner, and the unit of the totals. */
export type PaintedWords = { corner: string; totals: string };

/** Everything that one frame is painted from. Lengths in `at` are device pixels, so that lines are sharp. */
export type Scene = {
  context: CanvasRenderingContext2D;
  source: MatrixSource;
  geometry: Geometry;
  offset: Point;
  state: ViewState;
  palette: Palette;
  /** Device pixels per CSS pixel. */
  unit: number;
  words: PaintedWords;
  cache: PaintCache;
};

/** The measures of a frame in device pixels. */
export type Frame = Scene & {
  left: number;
  top: number;
  right: number;
  bottom: number;
  cellWidth: number;
  cellHeight: number;
  shiftX: number;
  shiftY: number;
  rowsSeen: Range;
  columnsSeen: Range;
};

export function frameOf(scene: Scene): Frame {
  const { geometry, offset, unit } = scene;
  const px = (length: number) => Math.round(length * unit);
  const body = bodyOf(geometry);
  const [left, top] = [px(geometry.header.width), px(geometry.header.height)];
  const [cellWidth, cellHeight] = [px(geometry.cell.width), px(geometry.cell.height)];
  const [shiftX, shiftY] = [px(offset.x), px(offset.y)];
  return {
    ...scene,
    left,
    top,
    right: Math.min(px(geometry.header.width + body.width), left + cellWidth * geometry.columns - shiftX),
    bottom: Math.min(px(geometry.header.height + body.height), top + cellHeight * geometry.rows - shiftY),
    cellWidth,
    cellHeight,
    shiftX,
    shiftY,
    rowsSeen: visibleRows(geometry, offset),
    columnsSeen: visibleColumns(geometry, offset),
  };
}

export const xOf = ({ left, cellWidth, shiftX }: Frame, column: number): number => left + column * cellWidth - shiftX;
export const yOf = ({ top, cellHeight, shiftY }: Frame, row: number): number => top + row * cellHeight - shiftY;

/** Clips painting to a rectangle. */
export function clipped(frame: Frame, box: [x: number, y: number, width: number, height: number], paint: () => void) {
  const { context } = frame;
  context.save();
  context.beginPath();
  context.rect(...box);
  context.clip();
  paint();
  context.restore();
}
