import type { TableCell, TDocumentDefinitions } from 'pdfmake/interfaces';
import type { PdfColumn, PdfTable } from './pdf-table';

/** Lays a table out on A4 for pdfmake. */
export function layOut({ title, lines, columns, rows, foot }: PdfTable): TDocumentDefinitions {
  const header = columns.map((column) => ({ text: isTickBox(column) ? '' : column.title, bold: true }));
  return {
    info: { title },
    pageSize: 'A4',
    pageOrientation: 'landscape',
    pageMargins: [32, 32, 32, 40],
    defaultStyle: { fontSize: 9 },
    content: [
      { text: title, fontSize: 16, bold: true, margin: [0, 0, 0, 6] },
      ...lines.map((text) => ({ text, color: '#444444' })),
      {
        margin: [0, 10, 0, 0],
        layout: 'lightHorizontalLines',
        table: {
          headerRows: 1,
          dontBreakRows: true,
          widths: columns.map((column) => (isTickBox(column) ? 12 : column.width)),
          body: [header, ...rows.map((texts) => cellsOf(columns, texts))],
        },
      },
    ],
    footer: (page, pages) => ({
      columns: [
        { text: title },
        { text: foot.replace('{page}', `${page}`).replace('{pages}', `${pages}`), alignment: 'right' },
      ],
      margin: [32, 10, 32, 0],
      fontSize: 8,
      color: '#444444',
    }),
  };
}

const isTickBox = (column: PdfColumn) => 'kind' in column;

function cellsOf(columns: readonly PdfColumn[], texts: readonly string[]): TableCell[] {
  const remaining = texts.values();
  return columns.map((column) => (isTickBox(column) ? box() : (remaining.next().value ?? '')));
}

/** A new object each time: pdfmake mutates it. */
const box = (): TableCell => ({ canvas: [{ type: 'rect', x: 0, y: 1, w: 9, h: 9, lineWidth: 0.6 }] });
