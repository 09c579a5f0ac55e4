import pdfmake from 'pdfmake';
import { serveRequests } from '../isolated/serve-requests';
import { fonts } from './fonts';
import { layOutReceipts } from './lay-out-receipt';
import type { PdfReceipt } from './pdf-receipt';

pdfmake.setFonts({ Roboto: fonts });
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => Object.values(fonts).includes(path));

serveRequests<readonly PdfReceipt[], Uint8Array>(async (receipts) => ({
  ok: true,
  answer: await pdfmake.createPdf(layOutReceipts(receipts)).getBuffer(),
}));
