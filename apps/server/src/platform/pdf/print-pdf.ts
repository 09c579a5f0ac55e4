import { say } from '@key2xs/texts';
import { AppError } from '../errors';
import type { Handing } from '../isolated/ask-thread';
import type { Runner } from '../isolated/runner';
import type { Task } from '../isolated/task';
import type { PdfGrid } from './pdf-grid';
import type { PdfLabels } from './pdf-labels';
import type { PdfReceipt } from './pdf-receipt';
import type { PdfTable } from './pdf-table';

const printing = {
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

/** Three thousand rows take about six seconds of CPU time; a busy machine needs longer. */
const pdfPrinter: Task<PdfTable, Uint8Array> = { ...printing, worker: 'pdf-printer' };
const gridPrinter: Task<PdfGrid, Uint8Array> = { ...printing, worker: 'grid-printer' };
const receiptPrinter: Task<readonly PdfReceipt[], Uint8Array> = { ...printing, worker: 'receipt-printer' };

const labelPrinter: Task<PdfLabels, Uint8Array> = { ...printing, worker: 'label-printer' };

/**
 * Prints a table in a thread, because a long one takes seconds. The font covers Latin, Greek and Cyrillic; other
 * letters become □ (`printable`).
 * @throws AppError overloaded
 */
export function printPdf(runner: Runner, table: PdfTable, handing?: Handing): Promise<Buffer> {
  const rows = table.rows.map((cells) => cells.map(printable));
  return print(runner, { task: pdfPrinter, order: { ...table, rows, lines: table.lines.map(printable) } }, handing);
}

/** The same for a grid. @throws AppError overloaded */
export function printGrid(runner: Runner, printed: PdfGrid, handing?: Handing): Promise<Buffer> {
  const columns = printed.columns.map((one) => ({
    label: printable(one.label),
    detail: printable(one.detail),
    group: printable(one.group),
    place: printable(one.place),
  }));
  const rows = printed.rows.map((one) => ({ ...one, label: printable(one.label), detail: printable(one.detail) }));
  const title = printable(printed.title);
  const lines = printed.lines.map(printable);
  return print(runner, { task: gridPrinter, order: { ...printed, title, lines, columns, rows } }, handing);
}

/** The same for a receipt. @throws AppError overloaded */
export const printReceipt = (runner: Runner, receipt: PdfReceipt, handing?: Handing): Promise<Buffer> =>
  printReceipts(runner, [receipt], handing);

/** Several in one file, each on a new page. @throws AppError overloaded */
export function printReceipts(runner: Runner, receipts: readonly PdfReceipt[], handing?: Handing): Promise<Buffer> {
  const order = receipts.map(
    (receipt): PdfReceipt => ({
      title: printable(receipt.title),
      facts: receipt.facts.map(([label, value]) => [printable(label), printable(value)]),
      statement: printable(receipt.statement),
      columns: receipt.columns.map(printable),
      rows: receipt.rows.map((cells) => cells.map(printable)),
      signatures: receipt.signatures.map(({ label, signature }) => ({ label: printable(label), signature })),
      foot: printable(receipt.foot),
    }),
  );
  return print(runner, { task: receiptPrinter, order }, handing);
}

/** The same for labels. What a code says is not changed. @throws AppError overloaded */
export function printLabels(runner: Runner, { title, paper, labels }: PdfLabels, handing?: Handing): Promise<Buffer> {
  const order: PdfLabels = {
    title: printable(title),
    paper,
    labels: labels.map(({ code, head, lines }) => ({ code, head: printable(head), lines: lines.map(printable) })),
  };
  return print(runner, { task: labelPrinter, order }, handing);
}

type Printing<Order> = { task: Task<Order, Uint8Array>; order: Order };

async function print<Order>(runner: Runner, { task, order }: Printing<Order>, handing?: Handing): Promise<Buffer> {
  const printed = await runner.run(task, order, handing);
  if (!printed.ok) throw new AppError('overloaded', printed.reason, { retry_after: task.retryAfterS });
  return Buffer.from(printed.answer);
}

const unprintable = /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]/gu;

/** Composes the text and replaces letters missing from the font with □. */
export const printable = (text: string): string => text.normalize('NFC').replace(unprintable, '□');
