import type { Output, possessionChecks } from '@key2xs/contract';
import { type Language, type Sentence, say } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { sql } from 'kysely';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps } from '#platform/deps';
import { AppError } from '#platform/errors';
import type { FileDownload } from '#platform/http/file-download';
import type { PdfReceipt } from '#platform/pdf/pdf-receipt';
import { pageOf } from '#platform/pdf/pdf-table';
import { printPdf, printReceipts } from '#platform/pdf/print-pdf';
import type { Reader } from '#platform/visible-to';
import { keysOf } from '../keys/relation';
import { peopleOf } from '../people/relation';
import { getCheck } from './check-source';

type Asking = { deps: Deps; reader: Reader; caller: Caller; signal: AbortSignal };
type Check = Output<typeof possessionChecks.get>;

const maxForms = 500;
const maxRows = 3_000;

type Form = { name: string; department: string | null; keys: { marking: string; name: string; system: string }[] };

/**
 * A page for each holder who has not answered, to be filled in and signed, in the language of the mails. What is written on it is
 * entered at the desk.
 * @throws AppError not_found, conflict when the check has ended or no one is to get one, overloaded
 */
export async function checkForms(
  { deps, reader, caller, signal }: Asking,
  { id, to }: { id: string; to: 'not_mailed' | 'not_answered' },
): Promise<FileDownload> {
  const check = await getCheck({ reader, now: deps.clock() }, id);
  if (check.ended_at !== null) throw new AppError('conflict', say('possession.ended'));
  const isWanted = to === 'not_mailed' ? sql`and not holder.is_to_mail and holder.mailed_at is null` : sql``;
  const { rows: forms } = await sql<Form & { language: Language }>`
    select person.display_name as name, person.department, check_.language,
      jsonb_agg(jsonb_build_object('marking', key.marking, 'name', key.name, 'system', system.name)
        order by key.marking, key.id) as keys
    from possession_check_person as holder join possession_check as check_ on check_.id = holder.check_id
    join ${peopleOf(reader)} on person.id = holder.person_id
    join possession_check_key as asked on asked.check_id = holder.check_id and asked.person_id = holder.person_id
    join ${keysOf(reader)} on key.id = asked.key_id
    join key_system_connection as system on system.id = key.connection_id
    where holder.check_id = ${id} and holder.answered_at is null ${isWanted}
    group by person.id, person.display_name, person.department, check_.language
    order by person.display_name, person.id limit ${maxForms}`.execute(reader.db);
  if (forms.length === 0) throw new AppError('conflict', say('possession.noForms'));
  const pages = forms.map((form) => formOf(form, check));
  const content = await printReceipts(deps.runner, pages, { signal });
  await recordPrint(deps, caller, { id, forms: forms.length });
  return { fileName: `possession-forms-${day(check.started_at)}.pdf`, contentType: 'application/pdf', content };
}

function formOf({ name, department, keys, language }: Form & { language: Language }, check: Check): PdfReceipt {
  const text = (sentence: Sentence) => renderSentence(sentence, language);
  return {
    title: text(say('possession.form.title')),
    facts: [
      [text(say('possession.form.holder')), name],
      ...(department ? [[text(say('possession.form.department')), department] as const] : []),
      [text(say('possession.form.askedBy')), check.started_by],
      [text(say('possession.form.until')), day(check.due_at)],
    ],
    statement: text(say('possession.form.statement')),
    columns: (['marking', 'name', 'system', 'has', 'missing', 'elsewhere'] as const).map((column) =>
      text(say(`possession.form.columns.${column}`)),
    ),
    rows: [
      ...keys.map(({ marking, name: keyName, system }) => [marking, keyName, system, box, box, `${box} ${blank}`]),
      ['', text(say('possession.form.others')), '', '', '', ''],
      ...[1, 2].map(() => [blank, '', '', '', '', '']),
    ],
    signatures: [{ label: text(say('possession.form.signature')), signature: null }],
    foot: text(say('possession.form.foot', { at: day(check.started_at) })),
  };
}

const box = '□';
const blank = '______________';

/** Figures, and which keys differ or are not answered for, in the reader's language. Times are UTC. @throws AppError not_found, overloaded */
export async function checkResults({ deps, reader, caller, signal }: Asking, id: string): Promise<FileDownload> {
  const now = deps.clock();
  const check = await getCheck({ reader, now }, id);
  const text = (sentence: Sentence) => renderSentence(sentence, reader.language);
  type Row = { marking: string; holder: string; department: string | null; answer: string | null; note: string };
  const { rows } = await sql<Row>`
    select key.marking, person.display_name as holder, person.department, asked.answer,
      concat_ws(' – ', nullif(asked.note, ''), nullif(holder.also_has, '')) as note
    from possession_check_key as asked join ${keysOf(reader)} on key.id = asked.key_id
    join ${peopleOf(reader)} on person.id = asked.person_id
    join possession_check_person as holder on holder.check_id = asked.check_id and holder.person_id = asked.person_id
    where asked.check_id = ${id} and (asked.answer is null or asked.answer in ('missing', 'elsewhere') or holder.also_has <> '')
    order by asked.answer nulls last, person.display_name, key.marking, key.id limit ${maxRows}`.execute(reader.db);
  const { people, answered, keys, confirmed, differing, returned, unanswered, not_mailed, also_has } = check;
  const ended = check.ended_at
    ? say('possession.print.ended', { at: minute(check.ended_at) })
    : say('possession.print.open', { at: minute(now.toISOString()) });
  const content = await printPdf(
    deps.runner,
    {
      title: text(say('possession.print.title')),
      foot: text(pageOf),
      lines: [
        text(say('possession.print.started', { at: minute(check.started_at), by: check.started_by })),
        text(ended),
        scopeLine(check, text),
        text(say('possession.print.holders', { answered, people, notMailed: not_mailed, alsoHas: also_has })),
        text(say('possession.print.keys', { keys, confirmed, differing, returned, unanswered })),
        ...(rows.length === maxRows ? [text(say('possession.print.firstOnly', { count: maxRows }))] : []),
      ],
      columns: [
        { title: text(say('possession.form.columns.marking')), width: 90 },
        { title: text(say('possession.form.holder')), width: 120 },
        { title: text(say('possession.form.department')), width: 90 },
        { title: text(say('possession.print.answer')), width: 90 },
        { title: text(say('possession.print.note')), width: '*' },
      ],
      rows: rows.map(({ marking, holder, department, answer, note }) => [
        marking,
        holder,
        department ?? '',
        text(say(`possession.print.answers.${answerOf(answer)}`)),
        note,
      ]),
    },
    { signal },
  );
  await recordPrint(deps, caller, { id });
  return { fileName: `possession-check-${day(check.started_at)}.pdf`, contentType: 'application/pdf', content };
}

const answers = ['has', 'missing', 'elsewhere', 'returned'] as const;
const answerOf = (answer: string | null) => answers.find((one) => one === answer) ?? ('open' as const);

function scopeLine({ scope: { departments, places }, rings }: Check, text: (sentence: Sentence) => string): string {
  const parts = [
    ...(departments ? [departments.join(', ')] : []),
    ...(places ? [places.map(({ path }) => path).join(', ')] : []),
    ...(rings ? [rings.map(({ name }) => name).join(', ')] : []),
  ];
  return parts.length === 0
    ? text(say('possession.print.all'))
    : text(say('possession.print.scope', { parts: parts.join(' · ') }));
}

const recordPrint = ({ db }: Deps, caller: Caller, { id, ...details }: { id: string; forms?: number }) =>
  db.transaction().execute((tx) => recordEvent(tx, caller, 'possession_checks.exported', { id, details }));

const day = (at: string): string => at.slice(0, 10);
const minute = (at: string): string => `${at.slice(0, 16).replace('T', ' ')} UTC`;
