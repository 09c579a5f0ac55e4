import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { type ReportId, type ReportParameters, reports } from '@key2xs/contract';
import { type Sentence, say } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { ZipFile } from 'yazl';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps } from '#platform/deps';
import { AppError, notFound } from '#platform/errors';
import type { FileDownload } from '#platform/http/file-download';
import type { Reader } from '#platform/visible-to';
import { minuteOf } from '../choose-parameters';
import { fileOf } from '../export-report';
import { asCsv } from '../formats/csv';
import { reportsFor } from '../registry';
import type { ReportDefinition } from '../report';

/** Each control, and the reports that prove it. */
const controls = {
  iso_a518: ['review_decisions', 'requests', 'plan_changes', 'leaver_cases', 'keys_out', 'administrator_actions'],
  iso_a72: ['keys_out', 'overdue_returns', 'lost_keys', 'keys_not_updated', 'revalidation_forecast', 'capacity'],
  nis2_112: [
    'review_decisions',
    'requests',
    'plan_changes',
    'leaver_cases',
    'keys_out',
    'administrator_actions',
    'failed_runs',
  ],
  bsi: ['review_decisions', 'keys_out', 'overdue_returns', 'lost_keys', 'leaver_cases', 'requests', 'plan_changes'],
} as const satisfies Record<string, readonly ReportId[]>;

const names = Object.keys(controls) as (keyof typeof controls)[];
const proving = (id: ReportId) => names.filter((name) => controls[name].some((one) => one === id));

/** Of all files together: a pack is for reading, not a copy of the database. */
const maxBytes = 512 * 1_024 * 1_024;

type Entry = { path: string; bytes: number; sha256: string; rows: number | null };
type By = { reader: Reader; caller: Caller };

/**
 * The reports that the reader may read, as CSV; an index, which says what each proves and what is missing; and the hashes of all
 * of them. Each report is read while the file is sent.
 * @throws AppError not_found where no report of the pack is the reader's to read
 */
export async function exportPack(deps: Deps, { reader, caller }: By, asked: ReportParameters): Promise<FileDownload> {
  const included = reportsFor(reader).filter(({ id }) => proving(id).length > 0);
  if (included.length === 0) throw notFound('report');
  const now = deps.clock();
  const fileName = `compliance-pack-${now.toISOString().slice(0, 10)}.zip`;
  const details = { file: fileName, reports: included.map(({ id }) => id), ...asked };
  await deps.db.transaction().execute((tx) => recordEvent(tx, caller, reports.pack.audit, { details }));
  return {
    fileName,
    contentType: 'application/zip',
    content: zipOf(deps, { reader, caller }, { included, asked, now }),
  };
}

type Pack = { included: readonly ReportDefinition[]; asked: ReportParameters; now: Date };

function zipOf(deps: Deps, { reader, caller }: By, { included, asked, now }: Pack): Readable {
  const zip = new ZipFile();
  const entries: Entry[] = [];
  const left = { bytes: maxBytes };
  // Each is read when those before it are written: the index and the hashes come last, and know the others.
  const add = (path: string, parts: () => AsyncIterable<Buffer>, rowsOf: () => number | null = () => null) =>
    zip.addReadStreamLazy(path, { mtime: now }, (ready) =>
      ready(null, Readable.from(hashed(parts(), { path, entries, left, rowsOf }))),
    );
  for (const report of included) {
    const counted = { rows: 0 };
    add(
      `reports/${report.id.replaceAll('_', '-')}.csv`,
      () => csvOf(deps, { reader, caller }, { report, asked, counted }),
      () => counted.rows,
    );
  }
  const facts = { included, entries, madeBy: caller.name, now };
  add('index.txt', () => textOf(() => indexOf(reader, facts)));
  add('manifest.json', () => textOf(() => manifestOf(facts)));
  zip.end();
  const content = Readable.from(zip.outputStream); // as a current Node stream, which ends when its reader disconnects
  zip.on('error', (error: Error) => content.destroy(error));
  return content;
}

type Wanted = { report: ReportDefinition; asked: ReportParameters; counted: { rows: number } };

async function* csvOf(deps: Deps, { reader, caller }: By, { report, asked, counted }: Wanted): AsyncGenerator<Buffer> {
  const hasPeriod = report.parameters.some(({ kind }) => kind === 'period');
  const file = await fileOf(deps, { reader, madeBy: caller.name }, { id: report.id, asked: hasPeriod ? asked : {} });
  const rows = async function* () {
    for await (const row of file.rows()) {
      counted.rows++;
      yield row;
    }
  };
  for await (const part of asCsv({ ...file, rows }).content as Readable) yield Buffer.from(part);
}

async function* textOf(text: () => string): AsyncGenerator<Buffer> {
  yield Buffer.from(text());
}

type Hashing = { path: string; entries: Entry[]; left: { bytes: number }; rowsOf: () => number | null };

/** Notes length and hash of a file once it has ended. @throws AppError conflict where all together are too large */
async function* hashed(parts: AsyncIterable<Buffer>, { path, entries, left, rowsOf }: Hashing): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const part of parts) {
    bytes += part.length;
    left.bytes -= part.length;
    if (left.bytes < 0) throw new AppError('conflict', say('report.tooLarge', { megabytes: maxBytes / 2 ** 20 }));
    hash.update(part);
    yield part;
  }
  entries.push({ path, bytes, sha256: hash.digest('hex'), rows: rowsOf() });
}

type Facts = Pick<Pack, 'included' | 'now'> & { entries: readonly Entry[]; madeBy: string };

/** Control by control, in the language of the reader. */
function indexOf({ language }: Reader, { included, entries, madeBy, now }: Facts): string {
  const text = (sentence: Sentence) => renderSentence(sentence, language);
  const lineOf = (id: ReportId) => {
    const path = `reports/${id.replaceAll('_', '-')}.csv`;
    const rows = entries.find((entry) => entry.path === path)?.rows;
    const title = text(say(`report.title.${id}`));
    if (!included.some((one) => one.id === id)) return `  – ${title}: ${text(say('report.pack.notYours'))}`;
    return `  ${path}: ${title} (${text(say('report.pack.rows', { count: rows ?? 0 }))})`;
  };
  const parts = names.map((name) => [text(say(`report.pack.control.${name}`)), ...controls[name].map(lineOf)]);
  const head = [
    text(say('report.pack.title')),
    `${text(say('report.fact.at'))}: ${minuteOf(now)}`,
    `${text(say('report.fact.madeBy'))}: ${madeBy}`,
    text(say('report.pack.elsewhere')),
    text(say('report.pack.hashes')),
  ];
  return `${[head, ...parts].map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

const manifestOf = ({ entries, madeBy, now }: Facts): string =>
  `${JSON.stringify({ made_at: now.toISOString(), made_by: madeBy, files: entries }, null, 2)}\n`;
