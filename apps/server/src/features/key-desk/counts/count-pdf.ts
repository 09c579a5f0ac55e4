import { countDifferences, maxCountDifferences } from '@key2xs/contract';
import { type Sentence, say } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps } from '#platform/deps';
import type { FileDownload } from '#platform/http/file-download';
import { pageOf } from '#platform/pdf/pdf-table';
import { printPdf } from '#platform/pdf/print-pdf';
import type { Reader } from '#platform/visible-to';
import { getCountDetail, listDifferences } from './service';

type PrintContext = { deps: Deps; reader: Reader; caller: Caller; signal: AbortSignal };

/** Figures, who counted when, and every difference with what was decided of it. Times are UTC. @throws AppError not_found, overloaded */
export async function countPdf({ deps, reader, caller, signal }: PrintContext, id: string): Promise<FileDownload> {
  const count = await getCountDetail(reader, id);
  const { items, total } = await listDifferences(reader, id, { limit: maxCountDifferences, offset: 0 });
  const text = (sentence: Sentence) => renderSentence(sentence, reader.language);
  const { figures, people, connection_name, storage, closed_at, closed_by, reason } = count;
  const open = text(say('keyCount.stillOpen', { at: minute(deps.clock().toISOString()) }));
  const lines = [
    text(say('keyCount.about', { system: connection_name ?? text(say('keyCount.allSystems')) })),
    ...(storage ? [text(say('keyCount.place', { place: storage }))] : []),
    text(say('keyCount.begun', { at: minute(count.started_at), by: count.started_by })),
    closed_at
      ? text(say('keyCount.ended', { at: minute(closed_at), by: closed_by ?? '', reason: reason ?? '' }))
      : open,
    text(say('keyCount.figures', { expected: figures.expected, counted: figures.counted, differences: total })),
    ...countDifferences
      .filter((kind) => figures[kind] > 0)
      .map((kind) => `${text(say(`keyCount.kind.${kind}`))}: ${figures[kind]}`),
    ...people.map(({ name, scans, first, last }) =>
      text(say('keyCount.person', { name, count: scans, first: minute(first), last: minute(last) })),
    ),
    ...(total > items.length ? [text(say('keyCount.firstOnly', { shown: items.length, total }))] : []),
  ];
  const content = await printPdf(
    deps.runner,
    {
      title: text(say('keyCount.title')),
      foot: text(pageOf),
      lines,
      columns: [
        { title: text(say('keyReceipt.column.marking')), width: 90 },
        { title: text(say('keyReceipt.column.name')), width: '*' },
        { title: text(say('keyCount.column.difference')), width: 130 },
        { title: text(say('keyCount.column.holder')), width: 90 },
        { title: text(say('keyCount.column.storage')), width: 80 },
        { title: text(say('keyCount.column.correction')), width: 80 },
      ],
      rows: items.map(({ marking, name, kind, holder, storage: place, correction }) => [
        marking,
        name,
        text(say(`keyCount.kind.${kind}`)),
        holder ?? '',
        place,
        correction ? text(say(`keyCount.correction.${correction}`)) : '',
      ]),
    },
    { signal },
  );
  await deps.db.transaction().execute((tx) => recordEvent(tx, caller, 'key_counts.exported', { id }));
  return { fileName: `key-count-${count.started_at.slice(0, 10)}.pdf`, contentType: 'application/pdf', content };
}

const minute = (at: string): string => `${at.slice(0, 16).replace('T', ' ')} UTC`;
