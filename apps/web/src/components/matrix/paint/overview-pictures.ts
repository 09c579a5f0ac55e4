import type { MatrixSource } from '../source/matrix-source';
import { changeOf, type Look, lookOf, notLoaded, percentOf } from './look';
import { mix, type Palette, rgbOf, shade } from './palette';
import { blankPicture } from './symbol-pictures';

/** Crossings per side of a tile. */
export const tileSize = 128;
const maxTiles = 300;

/**
 * Parts of the matrix with one pixel per crossing, drawn enlarged: zooming and scrolling copy pictures, regardless of
 * the number of crossings.
 */
export function overviewPictures(source: MatrixSource, palette: Palette) {
  const tiles = new Map<number, ReturnType<typeof paintTile>>();
  const colours = new Map<Look, number>();
  const colourOf = (look: Look) => {
    const known = colours.get(look);
    if (known !== undefined) return known;
    const colour = pointOf(look, palette);
    colours.set(look, colour);
    return colour;
  };
  /** Undefined: not painted yet, and no time to paint it now. */
  return (row: number, column: number, mayPaint: boolean) => {
    const key = row * 65_536 + column;
    const known = tiles.get(key);
    if (known || !mayPaint) return known;
    if (tiles.size >= maxTiles) tiles.clear();
    const tile = paintTile(source, { row: row * tileSize, column: column * tileSize }, colourOf);
    tiles.set(key, tile);
    return tile;
  };
}

function paintTile(source: MatrixSource, from: { row: number; column: number }, colourOf: (look: Look) => number) {
  const rows = Math.min(tileSize, source.rows.length - from.row);
  const columns = Math.min(tileSize, source.columns.length - from.column);
  const { picture, context } = blankPicture(columns, rows);
  const image = context.createImageData(columns, rows);
  const points = new Uint32Array(image.data.buffer);
  for (let row = 0, at = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, at++) {
      points[at] = colourOf(lookOf(source.cell(from.row + row, from.column + column)));
    }
  }
  context.putImageData(image, 0, 0);
  return { picture, rows, columns };
}

/** A colour as a pixel value; transparent for an empty crossing. */
function pointOf(look: Look, palette: Palette): number {
  if (look === notLoaded) return packed(palette.soft);
  const change = changeOf(look);
  if (change) return packed(palette[change]);
  const percent = percentOf(look);
  return percent === 0 ? 0 : packed(mix(palette.panel, palette.accent, shade(percent)));
}

/** Red is the lowest byte on the little-endian machines that browsers run on. */
function packed(colour: string): number {
  const [red, green, blue] = rgbOf(colour);
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}
