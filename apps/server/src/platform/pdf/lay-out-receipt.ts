import type { Column, Content, TDocumentDefinitions } from 'pdfmake/interfaces';
import type { PdfReceipt, PdfSignature } from './pdf-receipt';

const box = { width: 220, height: 80 };

/** Lays receipts out on A4 for pdfmake, each from a new page on. The foot is that of the first. */
export function layOutReceipts(receipts: readonly PdfReceipt[]): TDocumentDefinitions {
  const [first] = receipts;
  return {
    info: { title: first?.title ?? '' },
    pageSize: 'A4',
    pageMargins: [48, 48, 48, 56],
    defaultStyle: { fontSize: 10 },
    content: receipts.map((receipt, at) => ({
      stack: partsOf(receipt),
      ...(at > 0 && { pageBreak: 'before' as const }),
    })),
    footer: (page, pages) => ({
      columns: [{ text: first?.foot ?? '' }, { text: `${page} / ${pages}`, alignment: 'right', width: 40 }],
      margin: [48, 16, 48, 0],
      fontSize: 7,
      color: '#555555',
    }),
  };
}

function partsOf({ title, facts, statement, columns, rows, signatures }: PdfReceipt): Content[] {
  return [
    { text: title, fontSize: 18, bold: true, margin: [0, 0, 0, 12] },
    {
      layout: 'noBorders',
      table: { body: facts.map(([label, value]) => [{ text: label, color: '#555555' }, value]) },
    },
    { text: statement, margin: [0, 12, 0, 12] },
    {
      layout: 'lightHorizontalLines',
      table: {
        headerRows: 1,
        dontBreakRows: true,
        widths: columns.map((_, at) => (at === 1 ? '*' : 'auto')),
        body: [columns.map((text) => ({ text, bold: true })), ...rows.map((cells) => [...cells])],
      },
    },
    ...(signatures.length > 0 ? [signatureRow(signatures)] : []),
  ];
}

const signatureRow = (signatures: PdfReceipt['signatures']): Content =>
  ({ margin: [0, 28, 0, 0], columnGap: 32, columns: signatures.map(signatureBlock), unbreakable: true }) as Content;

const signatureBlock = ({ label, signature }: PdfReceipt['signatures'][number]): Column => ({
  width: box.width,
  stack: [
    {
      canvas: [
        ...(signature ? strokesOf(signature) : []),
        { type: 'line', x1: 0, y1: box.height, x2: box.width, y2: box.height, lineWidth: 0.6 },
      ],
    },
    { text: label, fontSize: 8, color: '#555555', margin: [0, 4, 0, 0] },
  ],
});

/** As vectors, scaled into the box as a whole. */
function strokesOf({ width, height, strokes }: PdfSignature) {
  const scale = Math.min(box.width / width, box.height / height);
  const within = (value: number | undefined, max: number) => Math.min(Math.max((value ?? 0) * scale, 0), max);
  return strokes.map((stroke) => ({
    type: 'polyline' as const,
    lineWidth: 1.1,
    lineColor: '#1a2a6c',
    points: Array.from({ length: stroke.length >> 1 }, (_, at) => ({
      x: within(stroke[2 * at], box.width),
      y: within(stroke[2 * at + 1], box.height),
    })),
  }));
}
