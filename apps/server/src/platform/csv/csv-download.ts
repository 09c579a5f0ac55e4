import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { FastifyReply } from 'fastify';
import { attachment } from '../http/content-disposition';

export type Cell = string | number | boolean | null;

/** Rows are pulled as the client reads, so memory stays small at any size. */
export type CsvDownload = { fileName: string; header: string[]; rows: AsyncIterable<Cell[]> };

/**
 * Prefixes an apostrophe to text that a spreadsheet would run as a formula (OWASP "CSV injection"): names come from
 * outside. A spreadsheet with another separator also starts a cell inside a text: after a semicolon, comma, tab or line
 * break, then spaces or quotes. There, a sign followed only by a number, date or time is left alone.
 */
export const harmless = (cell: Cell): Cell =>
  typeof cell === 'string' ? cell.replace(innerFormula, "'").replace(leadingFormula, "'") : cell;

const leadingFormula = /^(?=[=+\-@＝＋－＠\t\r\n])/;
const innerFormula = /(?=[=+\-@＝＋－＠])(?<=[;,\t\r\n][\s"]*)(?![+\-＋－][\d .:/-]*(?:[;,\t\r\n]|$))/g;

export function sendCsv(reply: FastifyReply, { fileName, ...table }: CsvDownload) {
  return reply
    .header('content-type', csvType)
    .header('content-disposition', attachment(fileName))
    .send(writeCsv(table));
}

export const csvType = 'text/csv; charset=utf-8';

export function writeCsv({ header, rows }: Omit<CsvDownload, 'fileName'>): Readable {
  const lines = stringify({ header: true, columns: header, bom: true, cast: { boolean: String } });
  const source = Readable.from(
    (async function* () {
      for await (const row of rows) yield row.map(harmless);
    })(),
  );
  source.on('error', (error) => lines.destroy(error));
  return source.pipe(lines);
}
