import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { FastifyReply } from 'fastify';

type Cell = string | number | boolean | null;

/** Rows are pulled as the client reads, so an export of any size needs little memory. */
export type CsvDownload = { fileName: string; header: string[]; rows: AsyncIterable<Cell[]> };

/**
 * A text that a spreadsheet would run as a formula gets a leading apostrophe (OWASP "CSV injection"): names come from
 * outside.
 */
export const harmless = (cell: Cell): Cell =>
  typeof cell === 'string' && /^[=+\-@＝＋－＠\t\r\n]/.test(cell) ? `'${cell}` : cell;

export function sendCsv(reply: FastifyReply, { fileName, header, rows }: CsvDownload) {
  const lines = stringify({ header: true, columns: header, bom: true, cast: { boolean: String } });
  const source = Readable.from(
    (async function* () {
      for await (const row of rows) yield row.map(harmless);
    })(),
  );
  source.on('error', (error) => lines.destroy(error));
  return reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .send(source.pipe(lines));
}
