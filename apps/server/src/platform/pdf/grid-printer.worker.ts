import { serveRequests } from '../isolated/serve-requests';
import { drawGrid } from './draw-grid';
import { fonts } from './fonts';
import type { PdfGrid } from './pdf-grid';

serveRequests<PdfGrid, Uint8Array>(async (printed) => ({ ok: true, answer: await drawGrid(printed, fonts) }));
