import type { WorkItem, workItemList } from '@key2xs/contract';
import type { Deps } from '#platform/deps';
import type { FileDownload } from '#platform/file-download';
import { firstRows } from '#platform/list/export-list';
import type { Wanted } from '#platform/list/list-query';
import { countRows } from '#platform/list/read-page';
import { printable, printPdf } from '#platform/pdf/print-pdf';
import type { Reader } from '#platform/visible-to';
import type { ListedWork } from './queries';
import { workSource } from './work-source';

type WantedWork = Wanted<typeof workItemList>;

/** More would be printed for longer than a client waits, and nobody takes two hundred pages along. */
const mostPrinted = 3_000;

const columns = [
  { kind: 'tick box' },
  { title: 'What', width: '*' },
  { title: 'Where', width: 76 },
  { title: 'Why', width: 190 },
  { title: 'Since', width: 50 },
  { title: 'Assigned to', width: 64 },
] as const;

const hasNoLetters = 'Letters of scripts that this document cannot show are printed as □; the CSV file has them.';

/** The work list as a document to take along. @throws AppError overloaded */
export async function printWorkList(
  { clock, runner }: Deps,
  { reader, signal }: { reader: Reader; signal: AbortSignal },
  wanted: WantedWork,
): Promise<FileDownload> {
  const total = await countRows(reader, workSource, wanted);
  const entries = await firstRows(reader, workSource, wanted, mostPrinted);
  const systems = [...new Set(entries.map(({ connection_name }) => connection_name))];
  const rows = entries.map((entry) => cellsOf(entry, systems.length > 1));
  const lines = [
    systems.length > 0 ? `Key system: ${systems.join(', ')}` : 'No entries.',
    `As of ${clock().toISOString().slice(0, 16).replace('T', ' ')} UTC. ${describeFilter(wanted.query)}`,
    total > entries.length
      ? `The first ${entries.length} of ${total} entries. Filter the list to print the others.`
      : `${total} ${total === 1 ? 'entry' : 'entries'}, in the order in which they should be done.`,
    ...(rows.some((cells) => cells.some((text) => printable(text) !== text.normalize('NFC'))) ? [hasNoLetters] : []),
  ];
  const content = await printPdf(runner, { title: 'Work list', lines, columns, rows }, { signal });
  return { fileName: 'work-list.pdf', contentType: 'application/pdf', content };
}

const cellsOf = (
  { what, place, why, created_at, assignee, connection_name }: ListedWork,
  isNamed: boolean,
): string[] => [
  what,
  isNamed ? `${connection_name}: ${place}` : place,
  why,
  created_at.toISOString().slice(0, 10),
  assignee ?? '',
];

const stateNames = {
  all: 'All entries',
  open: 'Open entries',
  done: 'Entries that are done',
  withdrawn: 'Withdrawn entries',
};
const kindNames: Record<WorkItem['kind'], string> = {
  member_remove: 'profiles taken from persons',
  person_deactivate: 'persons to deactivate',
  profile_put: 'access profiles',
  person_create: 'persons to create',
  person_update: 'persons to change',
  member_add: 'profiles given to persons',
};

function describeFilter({ state, kind, assigned_to, search }: WantedWork['query']): string {
  const parts = [stateNames[state]];
  if (kind) parts.push(kindNames[kind]);
  if (assigned_to) parts.push(assigned_to === 'nobody' ? 'assigned to nobody' : 'assigned to one administrator');
  if (search) parts.push(`containing '${search}'`);
  return `${parts.join(', ')}.`;
}
