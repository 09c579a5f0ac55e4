import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import pdfmake from 'pdfmake';
import type { TableCell, TDocumentDefinitions } from 'pdfmake/interfaces';
import type { FromPrinter, PdfTable } from './pdf-table';

const table = workerData as PdfTable; // workerData is untyped by Node

const fontFile = (style: string) => createRequire(import.meta.url).resolve(`pdfmake/fonts/Roboto/Roboto-${style}.ttf`);
const Roboto = { normal: fontFile('Regular'), bold: fontFile('Medium') };

pdfmake.setFonts({ Roboto });
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => Object.values(Roboto).includes(path));

const bytes = await pdfmake.createPdf(layOut(table)).getBuffer();
parentPort?.postMessage({ bytes } satisfies FromPrinter);

function layOut({ title, lines, columns, rows }: PdfTable): TDocumentDefinitions {
  // Each of its own: laying out moves it.
  const box = (): TableCell => ({ canvas: [{ type: 'rect', x: 0, y: 1, w: 9, h: 9, lineWidth: 0.6 }] });
  const header = ['', ...columns.map((column) => column.title)].map((text) => ({ text, bold: true }));
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
          widths: [12, ...columns.map(({ width }) => width)],
          body: [header, ...rows.map((cells) => [box(), ...cells])],
        },
      },
    ],
    footer: (page, pages) => ({
      columns: [{ text: title }, { text: `Page ${page} of ${pages}`, alignment: 'right' }],
      margin: [32, 10, 32, 0],
      fontSize: 8,
      color: '#444444',
    }),
  };
}
