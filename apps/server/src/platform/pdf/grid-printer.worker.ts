import { doOrders } from '../isolated/do-orders';
import { drawGrid } from './draw-grid';
import { fonts } from './fonts';
import type { PdfGrid } from './pdf-grid';

doOrders<PdfGrid, Uint8Array>(async (printed) => ({ ok: true, answer: await drawGrid(printed, fonts) }));
