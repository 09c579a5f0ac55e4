import PdfDocument from 'pdfkit';
import { type GridColumn, type GridPage, grid, type PdfGrid, papers } from './pdf-grid';

export type Fonts = { normal: string; bold: string };

const grey = '#c8c8c8';
const dark = '#1a1a1a';
const { margin, top, head, label, row: rowHeight, column: columnWidth } = grid;
const left = margin + label;
const firstRow = margin + top + head;

/** Draws page by page with pdfkit: a layout engine takes a hundred times as long for that many cells. */
export async function drawGrid(printed: PdfGrid, fonts: Fonts): Promise<Uint8Array> {
  const { width, height } = papers[printed.paper];
  const document = new PdfDocument({
    size: [width, height],
    margin: 0,
    autoFirstPage: false,
    font: fonts.normal,
    info: { Title: printed.title },
  });
  const parts: Buffer[] = [];
  document.on('data', (part: Buffer) => parts.push(part));
  const ended = new Promise((done) => document.on('end', done));
  for (const page of printed.pages) drawPage(document, { printed, fonts, page });
  drawLegend(document, printed, fonts);
  document.end();
  await ended;
  return Buffer.concat(parts);
}

type Document = PDFKit.PDFDocument;
type Drawn = { printed: PdfGrid; fonts: Fonts; page: GridPage & { text: string } };

function drawPage(document: Document, { printed, fonts, page }: Drawn): void {
  drawHead(document, printed, { fonts, text: page.text });
  drawCorner(document, printed, { fonts, page });
  drawColumnHeads(document, printed, { fonts, page });
  for (const [i, row] of printed.rows.slice(...page.rows).entries()) {
    const y = firstRow + i * rowHeight;
    drawRowHead(document, row, { fonts, y });
    document.font(fonts.normal);
    for (const [n, text] of row.cells.slice(...page.columns).entries()) {
      // A share is longer than a sign, and both have to be read.
      const size = text.length > 3 ? 4.5 : 6.5;
      write(document, text, {
        x: left + n * columnWidth,
        y: y + 3,
        width: columnWidth,
        align: 'center',
        sizes: [size],
      });
    }
  }
  drawLines(document, page);
}

/** The kind of rows, and the group of the first rows if its heading is on an earlier page. */
function drawCorner(document: Document, { corner, rows }: PdfGrid, { fonts, page }: Omit<Drawn, 'printed'>): void {
  document.font(fonts.normal);
  const y = firstRow - 2 * rowHeight;
  write(document, corner.label, { x: margin, y, width: 100, sizes: [6.5] });
  write(document, corner.detail, { x: left - 64, y, width: 60, align: 'right', sizes: [6.5] });
  const [first] = page.rows;
  const depth = rows[first]?.depth ?? 0;
  const above = rows.slice(0, first).findLast((row) => row.depth < depth);
  if (above) drawRowHead(document, above, { fonts, y: firstRow - rowHeight });
}

type Row = PdfGrid['rows'][number];

/** A name that is too long is set smaller, then on two lines, and only then truncated. */
function drawRowHead(
  document: Document,
  { label: name, detail, depth }: Row,
  { fonts, y }: { fonts: Fonts; y: number },
) {
  document.font(fonts.normal).fontSize(6.5);
  const detailWidth = detail === '' ? 0 : Math.min(document.widthOfString(detail) + 4, 64);
  write(document, detail, { x: left - detailWidth - 4, y: y + 3, width: detailWidth, align: 'right', sizes: [6.5] });
  document.font(depth === 0 ? fonts.bold : fonts.normal);
  const x = margin + depth * 8;
  const width = left - detailWidth - 8 - x;
  const fits = [7.5, 6.5].find((size) => document.fontSize(size).widthOfString(name) <= width);
  if (fits) return write(document, name, { x, y: y + 2.5, width, sizes: [fits] });
  const sizes = [5.2];
  document.fontSize(5.2);
  const words = name.split(' ');
  let count = words.length - 1;
  while (count > 1 && document.widthOfString(words.slice(0, count).join(' ')) > width) count--;
  write(document, words.slice(0, count).join(' '), { x, y: y + 0.8, width, sizes });
  write(document, words.slice(count).join(' '), { x, y: y + 6.2, width, sizes });
}

type Place = {
  x: number;
  y: number;
  width: number;
  align?: 'left' | 'center' | 'right';
  /** The first in which the text fits, or the last. */
  sizes: readonly number[];
};

/** On one line, truncated with an ellipsis. */
function write(document: Document, text: string, { x, y, width, align = 'left', sizes }: Place): void {
  if (text === '') return;
  const isTooLong = sizes.every((size) => document.fontSize(size).widthOfString(text) > width);
  document.text(isTooLong ? shortened(document, text, width) : text, x, y, {
    width: width + 1,
    align,
    lineBreak: false,
  });
}

function shortened(document: Document, text: string, width: number): string {
  let length = text.length;
  while (length > 1 && document.widthOfString(`${text.slice(0, length)}…`) > width) length--;
  return `${text.slice(0, length)}…`;
}

function drawHead(
  document: Document,
  { title, lines }: PdfGrid,
  { fonts, text }: { fonts: Fonts; text: string },
): void {
  document.addPage();
  const { width } = document.page;
  document.fillColor(dark).font(fonts.bold);
  write(document, title, { x: margin, y: margin, width: width - 2 * margin - 260, sizes: [12, 10] });
  document.font(fonts.normal);
  write(document, text, { x: width - margin - 250, y: margin + 3, width: 250, align: 'right', sizes: [8] });
  for (const [i, line] of lines.entries()) {
    write(document, line, { x: margin, y: margin + 17 + i * 10, width: width - 2 * margin, sizes: [8] });
  }
}

/** Rotated names; above them the place of the doors, once for adjacent ones. */
function drawColumnHeads(document: Document, { columns }: PdfGrid, { fonts, page }: Omit<Drawn, 'printed'>): void {
  const shown = columns.slice(...page.columns);
  const y = margin + top;
  for (let begin = 0, end = 0; begin < shown.length; begin = end) {
    const place = shown[begin]?.place ?? '';
    while (shown[end]?.place === place) end++;
    const [x, width] = [left + begin * columnWidth, (end - begin) * columnWidth];
    document.font(fonts.bold).fontSize(5.2);
    const isWide = document.widthOfString(place) <= width - 4;
    if (isWide) write(document, place, { x: x + 2, y: y + 4, width: width - 4, sizes: [6.5, 5.2] });
    document
      .moveTo(x, y)
      .lineTo(x, y + head)
      .lineWidth(0.7)
      .strokeColor(dark)
      .stroke();
    document.font(fonts.normal);
    for (const [i, column] of shown.slice(begin, end).entries()) {
      drawColumnHead(document, isWide ? { ...column, place: '' } : column, x + i * columnWidth);
    }
  }
}

/** The detail that distinguishes doors with one name comes first, so that it is never truncated. */
function drawColumnHead(document: Document, { label: name, detail, place, group }: GridColumn, x: number): void {
  const width = head - 22;
  const below = [detail, place, group].filter((text) => text !== '').join(' · ');
  document
    .save()
    .translate(x + 2, firstRow - 4)
    .rotate(-90);
  write(document, name, { x: 0, y: 0, width, sizes: [7, 6] });
  write(document, below, { x: 0, y: 8.2, width, sizes: [5.5] });
  document.restore();
}

function drawLines(document: Document, { rows, columns }: GridPage): void {
  const [height, width] = [(rows[1] - rows[0]) * rowHeight, (columns[1] - columns[0]) * columnWidth];
  document.lineWidth(0.3).strokeColor(grey);
  for (let y = firstRow; y <= firstRow + height; y += rowHeight) {
    document.moveTo(margin, y).lineTo(left + width, y);
  }
  for (let x = left; x <= left + width; x += columnWidth) {
    document.moveTo(x, margin + top + 14).lineTo(x, firstRow + height);
  }
  document.stroke();
}

function drawLegend(document: Document, printed: PdfGrid, fonts: Fonts): void {
  const { title, text, signs } = printed.legend;
  drawHead(document, printed, { fonts, text });
  document.font(fonts.bold);
  write(document, title, { x: margin, y: margin + top + 8, width: 400, sizes: [10] });
  for (const [i, [sign, meaning]] of signs.entries()) {
    const y = margin + top + 28 + i * 16;
    document.font(fonts.bold);
    write(document, sign, { x: margin, y, width: 50, sizes: [9] });
    document.font(fonts.normal);
    write(document, meaning, { x: margin + 54, y, width: printed.paper === 'a4' ? 720 : 1_060, sizes: [9] });
  }
}
