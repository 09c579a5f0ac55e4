import type { HeldField } from '@key2xs/contract';
import { type Sentence, type SentenceCode, say } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import type { Cell, CsvDownload } from '#platform/csv/csv-download';
import type { Deps } from '#platform/deps';
import type { FileDownload } from '#platform/http/file-download';
import { pageOf } from '#platform/pdf/pdf-table';
import { printPdf } from '#platform/pdf/print-pdf';
import type { Reader } from '#platform/visible-to';
import { type Field, heldParts, type PartName, partNames } from './held-parts';

type NameAfter<Code, Start extends string> = Code extends `${Start}.${infer Name}` ? Name : never;
type About = {
  origin: NameAfter<SentenceCode, 'heldField.origin'>;
  purpose: NameAfter<SentenceCode, 'heldField.purpose'>;
  kept: NameAfter<SentenceCode, 'heldField.kept'>;
  seen_by: NameAfter<SentenceCode, 'heldField.seenBy'>;
};
type Part = PartName | 'access_events';

const directory = { origin: 'directory', purpose: 'access', kept: 'erasure' } as const;
const keySystem = { origin: 'key_system', purpose: 'access', kept: 'key_system', seen_by: 'people' } as const;
const desk = { origin: 'desk', purpose: 'keys', kept: 'erasure', seen_by: 'desk' } as const;
const requests = { origin: 'requests', purpose: 'requests', kept: 'erasure', seen_by: 'requests' } as const;
const changes = { origin: 'product', purpose: 'access', kept: 'erasure', seen_by: 'changes' } as const;
const reviews = { origin: 'reviews', purpose: 'proof', kept: 'erasure', seen_by: 'reviews' } as const;

const aboutParts: Record<Part, About> = {
  person: { ...directory, seen_by: 'people' },
  source_record: { ...directory, kept: 'source', seen_by: 'sources' },
  source_groups: { ...directory, kept: 'source', seen_by: 'sources' },
  source_waiting: { ...directory, kept: 'source', seen_by: 'sources' },
  source_conflicts: { ...directory, seen_by: 'sources' },
  former_values: { origin: 'directory', purpose: 'proof', kept: 'past', seen_by: 'people' },
  key_system_records: keySystem,
  key_system_profiles: keySystem,
  other_profiles: keySystem,
  adopted_records: keySystem,
  recorded_differences: { ...keySystem, seen_by: 'changes' },
  programming_keys: keySystem,
  keys_recorded: keySystem,
  keys_held: desk,
  key_history: desk,
  keys_reserved: desk,
  receipts: { ...desk, purpose: 'proof', kept: 'receipts' },
  receipt_links: { ...desk, purpose: 'proof', kept: 'receipts' },
  reminders: desk,
  possession_checks: desk,
  possession_answers: { ...desk, origin: 'person' },
  key_counts: desk,
  requests,
  request_steps: requests,
  request_decisions: requests,
  request_entries: requests,
  request_files: requests,
  kept_reports: { origin: 'product', purpose: 'proof', kept: 'kept_reports', seen_by: 'kept_reports' },
  request_links: { ...requests, seen_by: 'nobody' },
  cases: { ...desk, purpose: 'incidents' },
  entitlement: { ...desk, origin: 'product' },
  case_entries: { ...desk, purpose: 'incidents' },
  access_reviews: reviews,
  reviews_decided: reviews,
  work_items: { ...changes, seen_by: 'work' },
  changes_of_rights: changes,
  changes_of_records: changes,
  findings: { ...changes, seen_by: 'plans' },
  places_owned: { origin: 'desk', purpose: 'requests', kept: 'erasure', seen_by: 'people' },
  access_events: { origin: 'key_system', purpose: 'incidents', kept: 'events', seen_by: 'events' },
  administration_log: { origin: 'product', purpose: 'proof', kept: 'log', seen_by: 'log' },
};

const eventFields: Field[] = ['at', 'door', 'place', 'key', 'result', 'reason', 'source'];

/** Each field that is held about people, from the registry that the file about a person and erasures go by. */
export function listHeldFields({ language }: Pick<Reader, 'language'>): HeldField[] {
  const words = (sentence: Sentence) => renderSentence(sentence, language);
  const parts: Part[] = [...partNames, 'access_events'];
  return parts.flatMap((part) => {
    const { origin, purpose, kept, seen_by } = aboutParts[part];
    const about = {
      origin: words(say(`heldField.origin.${origin}`)),
      purpose: words(say(`heldField.purpose.${purpose}`)),
      kept: words(say(`heldField.kept.${kept}`)),
      seen_by: words(say(`heldField.seenBy.${seen_by}`)),
    };
    return fieldsOf(part).map((field) => ({
      part,
      part_title: words(say(`personFile.part.${part}`)),
      field,
      field_title: words(say(`personFile.field.${field}`)),
      ...about,
    }));
  });
}

const fieldsOf = (part: Part): Field[] =>
  part === 'access_events' ? eventFields : (Object.keys(heldParts[part].fields) as Field[]); // loses the names

const columns = ['part_title', 'field_title', 'origin', 'purpose', 'kept', 'seen_by'] as const;
const headings = ['part', 'field', 'origin', 'purpose', 'kept', 'seen_by'];

export function heldFieldsCsv(reader: Reader): CsvDownload {
  return { fileName: 'held-fields.csv', header: headings, rows: cellsOf(reader) };
}

async function* cellsOf(reader: Reader): AsyncGenerator<Cell[]> {
  for (const field of listHeldFields(reader)) yield columns.map((column) => field[column]);
}

/** Part by part, as an annex. @throws AppError overloaded */
export async function heldFieldsPdf({ runner }: Deps, reader: Reader, signal: AbortSignal): Promise<FileDownload> {
  const text = (sentence: Sentence) => renderSentence(sentence, reader.language);
  const parts = Map.groupBy(listHeldFields(reader), ({ part_title }) => part_title);
  const content = await printPdf(
    runner,
    {
      title: text(say('heldField.title')),
      lines: [text(say('heldField.noRanking'))],
      foot: text(pageOf),
      columns: [
        { title: text(say('personFile.column.part')), width: 90 },
        { title: text(say('heldField.column.fields')), width: '*' },
        { title: text(say('heldField.column.origin')), width: 80 },
        { title: text(say('heldField.column.purpose')), width: 80 },
        { title: text(say('heldField.column.kept')), width: 80 },
        { title: text(say('heldField.column.seenBy')), width: 80 },
      ],
      rows: [...parts].flatMap(([title, fields]) => {
        const [first] = fields;
        if (!first) return [];
        const names = fields.map(({ field_title }) => field_title).join(', ');
        return [[title, names, first.origin, first.purpose, first.kept, first.seen_by]];
      }),
    },
    { signal },
  );
  return { fileName: 'held-fields.pdf', contentType: 'application/pdf', content };
}
