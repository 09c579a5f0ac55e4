import { createHash } from 'node:crypto';
import { say } from '@key2xs/texts';
import type { FileDownload } from '#platform/http/file-download';
import type { Runner } from '#platform/isolated/runner';
import { pageOf } from '#platform/pdf/pdf-table';
import { printable, printPdf } from '#platform/pdf/print-pdf';
import { minuteOf } from '../choose-parameters';
import type { ReadRow } from '../read-rows';
import { tableOf } from './csv';
import { factsOf, type ReportFile } from './report-file';

/** More is no use on paper: it would be over a hundred pages. */
const maxPrinted = 2_000;

type Options = { signal: AbortSignal; most?: number };

/** The rows on paper. What is too long says so, and names the hash of the rows of the CSV that has all. @throws AppError overloaded */
export async function asPdf(
  runner: Runner,
  file: ReportFile,
  { signal, most = maxPrinted }: Options,
): Promise<Omit<FileDownload, 'fileName'>> {
  const { title, columns, text } = file;
  const { printed, total, hash } = await readOnce(file, most);
  const rows = printed.map(({ values }) => values.map(inWords));
  const lines = [
    ...(total > printed.length ? [text(say('report.tooLong', { shown: printed.length, total, hash }))] : []),
    ...factsOf(file, total).map(([label, value]) => `${label}: ${value}`),
    ...(total === 0 ? [text(say('report.nothing'))] : []),
    ...(rows.some((cells) => cells.some((cell) => printable(cell) !== cell.normalize('NFC')))
      ? [text(say('print.hasNoLetters'))]
      : []),
  ];
  const content = await printPdf(
    runner,
    {
      title,
      lines,
      columns: columns.map((column) => ({ title: column.title, width: widthOf(column.kind) })),
      rows,
      foot: text(pageOf),
    },
    { signal },
  );
  return { contentType: 'application/pdf', content };
}

/** The first rows, how many there are, and the hash of all as in the CSV. */
async function readOnce(file: ReportFile, most: number) {
  const printed: ReadRow[] = [];
  let total = 0;
  const hash = createHash('sha256');
  const counted = async function* () {
    for await (const row of file.rows()) {
      if (total++ < most) printed.push(row);
      yield row;
    }
  };
  for await (const part of tableOf(file, counted())) hash.update(part);
  return { printed, total, hash: hash.digest('hex') };
}

const widthOf = (kind: ReportFile['columns'][number]['kind']): number | '*' =>
  kind === 'moment' ? 70 : kind === 'number' ? 50 : '*';

const inWords = (value: ReadRow['values'][number]): string =>
  value instanceof Date ? minuteOf(value) : value === null ? '' : String(value);
