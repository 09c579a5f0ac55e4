import type { workItemList } from '@key2xs/contract';
import { type Sentence, say } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import type { Deps } from '#platform/deps';
import type { FileDownload } from '#platform/http/file-download';
import { firstRows } from '#platform/list/export-list';
import type { Wanted } from '#platform/list/list-query';
import { countRows } from '#platform/list/read-page';
import { type PdfTable, pageOf } from '#platform/pdf/pdf-table';
import { printable, printPdf } from '#platform/pdf/print-pdf';
import type { Reader } from '#platform/visible-to';
import type { ListedWork } from './queries';
import { workSource } from './work-source';

type WantedWork = Wanted<typeof workItemList>;

/** Printing more takes longer than a client waits, and makes over two hundred pages. */
const maxPrinted = 3_000;

/** The work list as a PDF in the reader's language. @throws AppError overloaded */
export async function printWorkList(
  { clock, runner }: Deps,
  { reader, signal }: { reader: Reader; signal: AbortSignal },
  wanted: WantedWork,
): Promise<FileDownload> {
  const render = (sentence: Sentence) => renderSentence(sentence, reader.language);
  const total = await countRows(reader, workSource(reader), wanted);
  const entries = await firstRows(reader, workSource(reader), wanted, maxPrinted);
  const systems = [...new Set(entries.map(({ connection_name }) => connection_name))];
  const rows = entries.map((entry) => cellsOf(entry, render, systems.length > 1));
  const at = clock().toISOString().slice(0, 16).replace('T', ' ');
  const lines = [
    systems.length > 0 ? say('print.systems', { names: systems }) : say('print.none'),
    say('print.asOf', { at, filter: describeFilter(wanted.query) }),
    total > entries.length
      ? say('print.first', { shown: entries.length, total })
      : say('print.entries', { count: total }),
    ...(rows.some((cells) => cells.some((text) => printable(text) !== text.normalize('NFC')))
      ? [say('print.hasNoLetters')]
      : []),
  ];
  const table = {
    title: render(say('print.title')),
    lines: lines.map(render),
    columns: columnsIn(render),
    rows,
    foot: render(pageOf),
  };
  const content = await printPdf(runner, table, { signal });
  return { fileName: 'work-list.pdf', contentType: 'application/pdf', content };
}

type Render = (sentence: Sentence) => string;

const columnsIn = (render: Render): PdfTable['columns'] => [
  { kind: 'tick box' },
  { title: render(say('print.columns.what')), width: '*' },
  { title: render(say('print.columns.where')), width: 76 },
  { title: render(say('print.columns.why')), width: 190 },
  { title: render(say('print.columns.since')), width: 50 },
  { title: render(say('print.columns.assigned')), width: 64 },
];

const cellsOf = (
  { what, place, why, created_at, assignee, connection_name }: ListedWork,
  render: Render,
  hasSystem: boolean,
): string[] => [
  render(what),
  hasSystem ? `${connection_name}: ${render(place)}` : render(place),
  render(why),
  created_at.toISOString().slice(0, 10),
  assignee ?? '',
];

const describeFilter = ({ state, kind, assigned_to, group, search }: WantedWork['query']): Sentence[] => [
  say(`print.states.${state}`),
  ...(kind ? [say(`print.kinds.${kind}`)] : []),
  ...(assigned_to ? [say(assigned_to === 'nobody' ? 'print.ofNobody' : 'print.ofOne')] : []),
  ...(group ? [say('print.ofOneGroup')] : []),
  ...(search ? [say('print.containing', { text: search })] : []),
];
