import { type filePurposes, maxPersonFileRows } from '@key2xs/contract';
import { type Sentence, say } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { recordEvent } from '#platform/audit/audit';
import { withSnapshot } from '#platform/database/with-snapshot';
import type { Caller, Deps } from '#platform/deps';
import type { FileDownload } from '#platform/http/file-download';
import { pageOf } from '#platform/pdf/pdf-table';
import { printPdf } from '#platform/pdf/print-pdf';
import type { Reader } from '#platform/visible-to';
import { evaluateUserAccess } from '../access/service';
import { listEventsOfPerson } from '../access-events/service';
import { getPerson } from '../people/service';
import { type Field, type HeldRow, type PartName, partNames, readPart } from './held-parts';
import { othersHider } from './hide-others';

type Context = { deps: Deps; reader: Reader; caller: Caller };
type Wanted = { id: string; purpose: (typeof filePurposes)[number] };

type Part = PartName | 'rights' | 'rights_only_recorded' | 'access_events';
type LeftOut = {
  part: Part | null;
  why: 'too_many' | 'privacy_of_places' | 'secrets' | 'scanned_receipts' | 'attached_files' | 'backups';
};
type Parts = Partial<Record<Part, HeldRow[]>>;

type PersonFile = { made_at: string; purpose: Wanted['purpose']; name: string; parts: Parts; left_out: LeftOut[] };

/** In no file about any person. */
const neverIncluded: readonly LeftOut[] = [
  { part: 'request_links', why: 'secrets' },
  { part: 'receipts', why: 'scanned_receipts' },
  { part: 'request_files', why: 'attached_files' },
  { part: null, why: 'backups' },
];

/** @throws AppError not_found */
async function gather({ deps, reader }: Context, { id, purpose }: Wanted): Promise<PersonFile> {
  const { connection_id, display_name: name } = await getPerson(reader, id);
  const access = await evaluateUserAccess(deps, reader, { connection_id, user_id: id });
  const parts: Parts = {};
  const left_out: LeftOut[] = [...neverIncluded];
  const add = (part: Part, { rows, more }: { rows: HeldRow[]; more: boolean }) => {
    if (rows.length > 0) parts[part] = rows;
    if (more) left_out.push({ part, why: 'too_many' });
  };
  await withSnapshot(reader.db, async (db) => {
    for (const part of partNames) add(part, await readPart(db, part, id));
    const events = await listEventsOfPerson({ ...reader, db }, id, maxPersonFileRows);
    add('access_events', events);
    if (events.isKept) left_out.push({ part: 'access_events', why: 'privacy_of_places' });
  });
  const doorOf = ({ marking, name: door, location: place }: { marking: string; name: string; location: string }) => ({
    door: `${marking} ${door}`.trim(),
    place,
  });
  const rights = access.grants.flatMap((grant) =>
    grant.reasons.map(({ keyplan_name: plan, rule_name: rule }) => ({
      ...doorOf(grant),
      plan,
      rule,
      since: grant.since,
    })),
  );
  add('rights', firstOf(rights));
  add('rights_only_recorded', firstOf((access.recorded_only ?? []).map(doorOf)));
  const hide = await othersHider(reader.db, id, { value: parts, words: wordsFor(reader) });
  return { made_at: deps.clock().toISOString(), purpose, name, parts: hide(parts), left_out };
}

const firstOf = (rows: HeldRow[]) => ({
  rows: rows.slice(0, maxPersonFileRows),
  more: rows.length > maxPersonFileRows,
});

const wordsFor = ({ language }: Reader) => ({
  somebody: renderSentence(say('personFile.somebodyElse'), language),
  administrator: renderSentence(say('personFile.role.administrator'), language),
});

const titleOf = (part: Part, { language }: Reader) => renderSentence(say(`personFile.part.${part}`), language);
const labelOf = (field: Field, { language }: Reader) => renderSentence(say(`personFile.field.${field}`), language);

const leftOutText = ({ part, why }: LeftOut, reader: Reader): string =>
  renderSentence(
    why === 'backups'
      ? say('personFile.leftOut.backups')
      : say(`personFile.leftOut.${why}`, { part: part === null ? '' : titleOf(part, reader) }),
    reader.language,
  );

const recordDownload = ({ deps, caller }: Context, { id, purpose }: Wanted, format: 'json' | 'pdf') =>
  deps.db
    .transaction()
    .execute((tx) => recordEvent(tx, caller, 'person_file.downloaded', { id, details: { purpose, format } }));

/** Everything that is held about a person. Recorded before it is sent. @throws AppError not_found */
export async function personFileJson(context: Context, wanted: Wanted): Promise<FileDownload> {
  const { reader } = context;
  const { parts, left_out, ...file } = await gather(context, wanted);
  await recordDownload(context, wanted, 'json');
  const inWords = {
    ...file,
    parts: namesOf(parts).map((part) => ({ part, title: titleOf(part, reader), rows: parts[part] })),
    fields: Object.fromEntries(fieldsIn(parts).map((field) => [field, labelOf(field, reader)])),
    left_out: left_out.map((one) => ({ ...one, text: leftOutText(one, reader) })),
  };
  return {
    fileName: fileNameOf(wanted, file.made_at, 'json'),
    contentType: 'application/json; charset=utf-8',
    content: Buffer.from(JSON.stringify(inWords, undefined, 2)),
  };
}

const namesOf = (parts: Parts) => Object.keys(parts) as Part[]; // loses the names
const namesIn = (row: HeldRow) => Object.keys(row) as Field[]; // the same
const fieldsIn = (parts: Parts) => [
  ...new Set(Object.values(parts).flatMap((rows) => rows.flatMap((row: HeldRow) => namesIn(row)))),
];

/** Printing more takes longer than a client waits. */
const maxPrinted = 3_000;

/** The same as PDF, part by part. @throws AppError not_found, overloaded */
export async function personFilePdf(context: Context & { signal: AbortSignal }, wanted: Wanted): Promise<FileDownload> {
  const { reader, deps, signal } = context;
  const file = await gather(context, wanted);
  const text = (sentence: Sentence) => renderSentence(sentence, reader.language);
  const rows = namesOf(file.parts).flatMap((part) =>
    (file.parts[part] ?? []).map((row) => [titleOf(part, reader), printed(row, reader)]),
  );
  const lines = [
    text(say('personFile.made', { at: file.made_at.slice(0, 16).replace('T', ' ') })),
    text(say(`personFile.purpose.${file.purpose}`)),
    ...file.left_out.map((one) => leftOutText(one, reader)),
    ...(rows.length > maxPrinted ? [text(say('personFile.first', { shown: maxPrinted, total: rows.length }))] : []),
  ];
  const content = await printPdf(
    deps.runner,
    {
      title: text(say('personFile.title', { name: file.name })),
      lines,
      columns: [
        { title: text(say('personFile.column.part')), width: 120 },
        { title: text(say('personFile.column.held')), width: '*' },
      ],
      rows: rows.slice(0, maxPrinted),
      foot: text(pageOf),
    },
    { signal },
  );
  await recordDownload(context, wanted, 'pdf');
  return { fileName: fileNameOf(wanted, file.made_at, 'pdf'), contentType: 'application/pdf', content };
}

const printed = (row: HeldRow, reader: Reader): string =>
  namesIn(row)
    .filter((field) => row[field] !== null && row[field] !== '')
    .map((field) => `${labelOf(field, reader)}: ${wordsOf(field, row[field], reader)}`)
    .join('; ');

const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

/** Kinds and states are printed as they are stored, with spaces. */
function wordsOf(field: Field, value: unknown, { language }: Reader): string {
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).filter(([, one]) => one !== null && one !== '');
    return members.map(([name, one]) => `${name}: ${typeof one === 'object' ? JSON.stringify(one) : one}`).join(', ');
  }
  const text = String(value);
  if (field === 'role') return renderSentence({ code: `personFile.role.${text}` }, language);
  if (moment.test(text)) return `${text.slice(0, 16).replace('T', ' ')} UTC`;
  return codes.has(field) ? text.replaceAll(/[._]/g, ' ') : text;
}

const codes: ReadonlySet<Field> = new Set(['kind', 'state', 'decision', 'answer', 'ended_by', 'signed', 'result']);

const fileNameOf = ({ id }: Wanted, made_at: string, ending: string) =>
  `person-${id}-${made_at.slice(0, 10)}.${ending}`;
