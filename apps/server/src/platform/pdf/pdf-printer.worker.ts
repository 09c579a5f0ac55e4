import { createRequire } from 'node:module';
import pdfmake from 'pdfmake';
import { doOrders } from '../isolated/do-orders';
import { layOut } from './lay-out';
import type { PdfTable } from './pdf-table';

const fontFile = (style: string) => createRequire(import.meta.url).resolve(`pdfmake/fonts/Roboto/Roboto-${style}.ttf`);
const Roboto = { normal: fontFile('Regular'), bold: fontFile('Medium') };

pdfmake.setFonts({ Roboto });
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => Object.values(Roboto).includes(path));

doOrders<PdfTable, Uint8Array>(async (table) => ({
  ok: true,
  answer: await pdfmake.createPdf(layOut(table)).getBuffer(),
}));
