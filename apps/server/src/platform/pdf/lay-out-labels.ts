import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces';
import type { LabelPaper, PdfLabels } from './pdf-labels';

const mm = 72 / 25.4;
const a4 = { width: 210, height: 297 };

/** Printers leave no more than this unprinted at an edge of a label; it is also the quiet zone of the code. */
const inset = 2;

/** Lays labels out for pdfmake, each at its place on a sheet or on a page of its own. */
export function layOutLabels({ title, paper, labels }: PdfLabels): TDocumentDefinitions {
  const { width, height } = paper;
  const page = paper.kind === 'sheet' ? a4 : paper;
  const used = paper.kind === 'sheet' ? paper.used : 0;
  const places = placesOf(paper);
  const content: Content[] = labels.flatMap((label, at) => {
    const place = places[(at + used) % places.length] ?? { x: 0, y: 0 };
    const isNewPage = at > 0 && (at + used) % places.length === 0;
    const next: Content[] = isNewPage ? [{ text: '', pageBreak: 'before' }] : [];
    return [...next, ...labelAt({ ...place, width, height }, label)];
  });
  return {
    info: { title },
    pageSize: { width: page.width * mm, height: page.height * mm },
    pageMargins: 0,
    defaultStyle: { lineHeight: 1 },
    content,
  };
}

type Place = { x: number; y: number };

/** Where the labels of a page begin, row by row. */
function placesOf(paper: LabelPaper): Place[] {
  if (paper.kind === 'single') return [{ x: 0, y: 0 }];
  const { columns, rows, width, height, gap } = paper;
  const left = (a4.width - columns * width - (columns - 1) * gap) / 2;
  const top = (a4.height - rows * height) / 2;
  return Array.from({ length: rows * columns }, (_, at) => ({
    x: left + (at % columns) * (width + gap),
    y: top + Math.floor(at / columns) * height,
  }));
}

type Box = Place & { width: number; height: number };

function labelAt({ x, y, width, height }: Box, { code, head, lines }: PdfLabels['labels'][number]): Content[] {
  const side = code === null ? 0 : codeSide(code, Math.min(height - 2 * inset, (width - 3 * inset) * 0.5) * mm) / mm;
  const left = x + inset + (side > 0 ? side + inset : 0);
  const room = (x + width - inset - left) * mm;
  const small = Math.min(8, Math.max(5, height * 0.28));
  const headLine = fitted(head, { room, most: Math.min(16, height * 0.5), least: small, letter: 0.62 });
  const shown = lines
    .filter((line) => line !== '')
    .map((line) => fitted(line, { room, most: small, least: 5, letter: 0.54 }));
  const total = [headLine, ...shown].reduce((sum, { size }) => sum + size * leading, 0);
  let top = y * mm + Math.max((height * mm - total) / 2, 0);
  const texts = [headLine, ...shown].flatMap(({ text, size }, at): Content[] => {
    const from = top;
    top += size * leading;
    if (top > (y + height - inset / 2) * mm) return [];
    return [{ text, fontSize: size, bold: at === 0, noWrap: true, absolutePosition: { x: left * mm, y: from } }];
  });
  if (code === null || side === 0) return texts;
  const absolutePosition = { x: (x + inset) * mm, y: (y + (height - side) / 2) * mm };
  return [{ qr: code, fit: side * mm, eccLevel: 'M', mode: 'octet', absolutePosition } as Content, ...texts];
}

/** Bytes that a code of each version takes at level M: ISO/IEC 18004, table 7. */
const capacity = [14, 26, 42, 62, 84, 106, 122, 152, 180, 213];

/** How large a code is drawn in this room: its squares are whole points. 0: it does not fit. */
function codeSide(code: string, room: number): number {
  const version = capacity.findIndex((bytes) => Buffer.byteLength(code) <= bytes) + 1;
  const squares = 17 + 4 * version;
  return version === 0 ? 0 : Math.floor(room / squares) * squares;
}

const leading = 1.25;

/** A line as large as fits; one that is too long at the smallest size is cut. `letter`: its width on average, of the size. */
function fitted(
  text: string,
  { room, most, least, letter }: { room: number; most: number; least: number; letter: number },
) {
  const letters = [...text];
  const size = Math.max(least, Math.min(most, room / (letter * Math.max(letters.length, 1))));
  const fits = Math.max(Math.floor(room / (letter * size)), 1);
  return { size, text: letters.length > fits ? `${letters.slice(0, Math.max(fits - 1, 1)).join('')}…` : text };
}
