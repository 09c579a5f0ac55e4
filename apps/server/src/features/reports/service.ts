import { type Answer, pageOf, type Report, type ReportId, type ReportParameters, type reports } from '@key2xs/contract';
import { type Sentence, say } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import type { z } from 'zod';
import type { Deps } from '#platform/deps';
import { invalidField } from '#platform/errors';
import type { Reader } from '#platform/visible-to';
import { chooseParameters } from './choose-parameters';
import { countRows, presentRow, type ReportRows, type RowKey, rowsAfter } from './read-rows';
import { getReport, reportsFor } from './registry';

/** Reports that the reader may read, with their words. */
export function listReports(reader: Reader): Report[] {
  const text = (sentence: Sentence) => renderSentence(sentence, reader.language);
  return reportsFor(reader).map(({ id, group, parameters, columns }) => ({
    id,
    group,
    title: text(say(`report.title.${id}`)),
    about: text(say(`report.about.${id}`)),
    parameters: parameters.map(({ kind, usual = null, isRequired = false }) => ({
      kind,
      is_required: isRequired,
      usual,
      label: text(say(`report.parameter.${kind}`)),
    })),
    columns: columns.map(({ name, title, kind }) => ({ name, title: text(title), kind })),
  }));
}

/** A report for a reader, as of now. */
export type PreparedReport = ReportRows & { said: Sentence[]; subject: string | null };

/** @throws AppError not_found, validation_failed, conflict */
export async function prepareReport(
  deps: Pick<Deps, 'access' | 'clock'>,
  reader: Reader,
  { id, asked }: { id: ReportId; asked: ReportParameters },
): Promise<PreparedReport> {
  const now = deps.clock();
  const report = getReport(reader, id);
  const { chosen, said, subject } = await chooseParameters(reader, report, { asked, now });
  const context = { deps, reader, now, chosen };
  return { report, context, query: await report.rows(context), said, subject };
}

const range = { standard: 50, max: 200 };

/** A page by the key of the last row before it. @throws AppError not_found, validation_failed, conflict */
export async function readReport(
  deps: Pick<Deps, 'access' | 'clock'>,
  reader: Reader,
  { id, query }: { id: ReportId; query: z.output<typeof reports.read.query> },
): Promise<Answer<typeof reports.read>> {
  const { limit: wanted, after, ...asked } = query;
  const { limit } = pageOf({ ...(wanted !== undefined && { limit: wanted }) }, range);
  const prepared = await prepareReport(deps, reader, { id, asked });
  const key = after === undefined ? undefined : keyIn(after);
  const { report, context, said, subject } = prepared;
  const rows = await rowsAfter(prepared, { after: key, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const isWhole = key === undefined && rows.length <= limit;
  const notes = (await report.notes?.(context)) ?? [];
  const text = (sentence: Sentence) => renderSentence(sentence, reader.language);
  return {
    total: isWhole ? rows.length : await countRows(prepared),
    chosen: said.map(text),
    subject,
    notes: notes.map(text),
    items: shown.map(presentRow),
    next: rows.length > limit && last ? cursorOf(last) : null,
  };
}

const cursorOf = ({ sort, id }: RowKey) => Buffer.from(JSON.stringify([sort, id])).toString('base64url');

/** @throws AppError validation_failed */
function keyIn(cursor: string): RowKey {
  const parts = partsIn(Buffer.from(cursor, 'base64url').toString());
  if (!Array.isArray(parts)) throw unreadable();
  const [sort, id]: unknown[] = parts;
  if (typeof sort !== 'string' || typeof id !== 'string' || `${sort}${id}`.includes('\0')) throw unreadable();
  return { sort, id };
}

function partsIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const unreadable = () => invalidField('after', say('report.unreadableCursor'));
