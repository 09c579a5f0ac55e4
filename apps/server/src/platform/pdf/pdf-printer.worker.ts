import pdfmake from 'pdfmake';
import { serveRequests } from '../isolated/serve-requests';
import { fonts } from './fonts';
import { layOut } from './lay-out';
import type { PdfTable } from './pdf-table';

pdfmake.setFonts({ Roboto: fonts });
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => Object.values(fonts).includes(path));

serveRequests<PdfTable, Uint8Array>(async (table) => ({
  ok: true,
  answer: await pdfmake.createPdf(layOut(table)).getBuffer(),
}));
