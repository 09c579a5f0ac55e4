import { say } from '@key2xs/texts';
import { AppError } from '../errors';
import type { Handing } from '../isolated/ask-thread';
import type { Runner } from '../isolated/runner';
import type { Task } from '../isolated/task';
import type { PdfTable } from './pdf-table';

/** Three thousand rows take about six seconds of processor time; a busy machine needs longer. */
const pdfPrinter: Task<PdfTable, Uint8Array> = {
  worker: 'pdf-printer',
  beside: import.meta.url,
  memoryMb: 512,
  limitMs: 50_000,
  parallel: 2,
  waiting: 0,
  retryAfterS: 30,
  says: {
    busy: say('heavy.printsBusy'),
    tooSlow: say('heavy.printTooSlow'),
    tooBig: say('heavy.printTooBig'),
  },
};

/**
 * Prints a table in a thread, because a long one takes seconds. The font covers Latin, Greek and Cyrillic; other
 * letters become □ (`printable`).
 * @throws AppError overloaded
 */
export async function printPdf(runner: Runner, table: PdfTable, handing?: Handing): Promise<Buffer> {
  const rows = table.rows.map((cells) => cells.map(printable));
  const printed = await runner.run(pdfPrinter, { ...table, rows, lines: table.lines.map(printable) }, handing);
  if (!printed.ok) throw new AppError('overloaded', printed.reason, { retry_after: pdfPrinter.retryAfterS });
  return Buffer.from(printed.answer);
}

const unprintable = /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]/gu;

/** Composes the text and replaces letters missing from the font with □. */
export const printable = (text: string): string => text.normalize('NFC').replace(unprintable, '□');
