import pdfmake from 'pdfmake';
import { serveRequests } from '../isolated/serve-requests';
import { fonts } from './fonts';
import { layOutLabels } from './lay-out-labels';
import type { PdfLabels } from './pdf-labels';

pdfmake.setFonts({ Roboto: fonts });
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => Object.values(fonts).includes(path));

serveRequests<PdfLabels, Uint8Array>(async (labels) => ({
  ok: true,
  answer: await pdfmake.createPdf(layOutLabels(labels)).getBuffer(),
}));
