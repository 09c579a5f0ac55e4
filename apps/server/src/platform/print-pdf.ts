import type { Worker } from 'node:worker_threads';
import { AppError } from './errors';
import type { FromPrinter, PdfTable } from './pdf-table';
import { startWorker } from './start-worker';

/** A list of three thousand takes some six seconds of a processor; a busy machine needs longer. */
const limitMs = 50_000;
const resourceLimits = { maxOldGenerationSizeMb: 512 };
let printing = 0;
const parallel = 2;

/**
 * Prints a table with boxes to tick, on A4, in a thread of its own, because a long one takes seconds. The font has
 * Latin, Greek and Cyrillic letters; those of other scripts become □ (`printable`).
 * @throws AppError overloaded
 */
export async function printPdf(table: PdfTable): Promise<Buffer> {
  const busy = (detail: string) => new AppError('overloaded', detail, { retry_after: 30 });
  if (printing >= parallel) throw busy('Other documents are being printed right now. Try again in half a minute.');
  printing++;
  const clean: PdfTable = {
    ...table,
    rows: table.rows.map((cells) => cells.map(printable)),
    lines: table.lines.map(printable),
  };
  let worker: Worker | undefined;
  try {
    const started = startWorker('pdf-printer', { workerData: clean, resourceLimits });
    worker = started;
    return await new Promise<Buffer>((resolve, reject) => {
      const timer = setTimeout(
        () => reject(busy('Printing takes too long. Filter the list, or try again later.')),
        limitMs,
      );
      started.once('exit', (code) => {
        clearTimeout(timer);
        reject(new Error(`The printer ended with code ${code} and without a document.`));
      });
      started.once('error', reject);
      started.once('message', ({ bytes }: FromPrinter) => resolve(Buffer.from(bytes)));
    });
  } finally {
    printing--;
    await worker?.terminate();
  }
}

const unprintable = /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]/gu;

/** As the font can show it: composed, and what it has no letters for as □. */
export const printable = (text: string): string => text.normalize('NFC').replace(unprintable, '□');
