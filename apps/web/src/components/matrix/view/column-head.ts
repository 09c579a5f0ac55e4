import type { MatrixAxis, MatrixBand } from '../source/matrix-source';
import { bandAt } from './geometry';

/** The width of a band's arrow and the spaces beside its label. */
const besideLabel = 23;
/** An upper estimate of the text width, so that a name that just fits is not repeated. */
const narrowest = 0.85;

/**
 * The heading of a column: its short label, after the names of those bands over it that are too narrow to show
 * theirs.
 * @param cellWidth in CSS pixels
 */
export function columnHead(columns: MatrixAxis, index: number, cellWidth: number): string {
  const entry = columns.at(index);
  if (!entry) return '';
  const { label, short = label } = entry;
  const unread = columns.bands.flatMap((level) => {
    const band = bandAt(level, index);
    return band && (band.end - band.start) * cellWidth < widthOf(band) + besideLabel ? [band.label] : [];
  });
  return [...unread, short].join(' / ');
}

const widths = new WeakMap<MatrixBand, number>();

function widthOf(band: MatrixBand): number {
  const known = widths.get(band);
  if (known !== undefined) return known;
  const width = textWidth(band.label) * narrowest;
  widths.set(band, width);
  return width;
}

/** An upper estimate of the width of a text at 12 px: capitals are wider. */
export function textWidth(text: string): number {
  const capitals = text.match(/[\p{Lu}mwMW@%]/gu)?.length ?? 0;
  return text.length * 6.4 + capitals * 2;
}
