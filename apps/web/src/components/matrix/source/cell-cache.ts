import type { MatrixCell } from './matrix-source';

const tileSize = 64;
const maxTiles = 600; // 2.5 million crossings

/**
 * Caches crossings that are expensive to compute, such as the share of a collapsed group. Each is computed on first
 * use. Create a new cache when anything that `compute` reads has changed.
 */
export function cellCache(compute: (row: number, column: number) => MatrixCell | undefined) {
  const tiles = new Map<number, (MatrixCell | undefined)[]>();
  return (row: number, column: number): MatrixCell | undefined => {
    const tile = tileOf(tiles, row, column);
    const at = (row % tileSize) * tileSize + (column % tileSize);
    const known = tile[at];
    if (known) return known;
    const cell = compute(row, column);
    tile[at] = cell;
    return cell;
  };
}

function tileOf(tiles: Map<number, (MatrixCell | undefined)[]>, row: number, column: number) {
  const key = Math.floor(row / tileSize) * 1_048_576 + Math.floor(column / tileSize);
  const known = tiles.get(key);
  if (known) return known;
  if (tiles.size >= maxTiles) tiles.clear();
  const tile = new Array<MatrixCell | undefined>(tileSize * tileSize);
  tiles.set(key, tile);
  return tile;
}
