import type { asOfList, RightAsOf } from '@key2xs/contract';
import { type Sentence, say } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import type { Deps } from '#platform/deps';
import type { FileDownload } from '#platform/http/file-download';
import { firstRows } from '#platform/list/export-list';
import type { Wanted } from '#platform/list/list-query';
import { countRows } from '#platform/list/read-page';
import { pageOf } from '#platform/pdf/pdf-table';
import { printable, printPdf } from '#platform/pdf/print-pdf';
import type { Reader } from '#platform/visible-to';
import { asOfSource } from './as-of-source';
import { countAsOf } from './count-as-of';
import { readRightsThen } from './rights-then';

/** As many as a client waits for. */
const maxPrinted = 3_000;

const minute = (at: string): string => `${at.slice(0, 16).replace('T', ' ')} UTC`;

/** Who could open it then, as a PDF in the reader's language. @throws AppError not_found, past_not_kept, conflict, overloaded */
export async function printAsOf(
  deps: Deps,
  { reader, signal }: { reader: Reader; signal: AbortSignal },
  wanted: Wanted<typeof asOfList>,
): Promise<FileDownload> {
  const text = (sentence: Sentence) => renderSentence(sentence, reader.language);
  const { layer, search, ...asked } = wanted.query;
  const rightsThen = await readRightsThen(deps, reader, asked);
  const source = asOfSource(reader, rightsThen, wanted);
  const total = await countRows(reader, source, wanted);
  const rights = await firstRows(reader, source, wanted, maxPrinted);
  const about = await countAsOf(reader, asked, rightsThen);
  const rows = rights.map((right) => cellsOf(right, text));
  const lines = [
    say('asOf.moment', { at: minute(about.at) }),
    say('asOf.printed', { at: minute(deps.clock().toISOString()) }),
    ...about.plans.map(({ keyplan_name: name, version, published_at, published_by: by }) =>
      say('asOf.plan', { name, version, at: minute(published_at), by: by || '–' }),
    ),
    say('asOf.known', { desired: minute(about.desired.known_since), layers: minute(about.recorded.known_since) }),
    say('asOf.notCounted'),
    ...(layer ? [say(`asOf.only.${layer}`)] : []),
    ...(search ? [say('asOf.containing', { text: search })] : []),
    total > rows.length ? say('asOf.first', { shown: rows.length, total }) : say('asOf.rights', { count: total }),
    ...(rows.some((cells) => cells.some((one) => printable(one) !== one.normalize('NFC')))
      ? [say('print.hasNoLetters')]
      : []),
  ];
  const content = await printPdf(
    deps.runner,
    {
      title: text(say(`asOf.title.${about.of}`, { name: about.name })),
      lines: lines.map(text),
      foot: text(pageOf),
      columns: [
        { title: text(say('asOf.column.person')), width: '*' },
        { title: text(say('asOf.column.door')), width: '*' },
        { title: text(say('asOf.column.desired')), width: 56 },
        { title: text(say('asOf.column.recorded')), width: 50 },
        { title: text(say('asOf.column.effective')), width: 50 },
        { title: text(say('asOf.column.givenBy')), width: 150 },
      ],
      rows,
    },
    { signal },
  );
  return { fileName: `access-${about.at.slice(0, 10)}.pdf`, contentType: 'application/pdf', content };
}

const cellsOf = (right: RightAsOf, text: (sentence: Sentence) => string): string[] => [
  [right.person_name ?? text(say('asOf.erased')), right.department].filter(Boolean).join(', '),
  [right.marking, right.name].filter(Boolean).join(' '),
  text(say(right.desired && !right.open_then ? 'asOf.outside' : `asOf.answer.${right.desired ? 'yes' : 'no'}`)),
  text(say(`asOf.answer.${right.recorded}`)),
  text(say(`asOf.answer.${right.effective}`)),
  right.given_by
    .map(({ rule_name, rule_version, published_by, request }) =>
      [`${rule_name} (v${rule_version})`, published_by, request?.decided_by].filter(Boolean).join(', '),
    )
    .join('; '),
];
