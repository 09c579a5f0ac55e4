import type { WorkItem } from '@key2xs/contract';
import type { Db, Deps } from '#platform/deps';
import type { FileDownload } from '#platform/file-download';
import { printable, printPdf } from '#platform/pdf/print-pdf';
import { listAllWork } from './export-work';
import { countWork, type ListedWork, type WorkFilter } from './queries';

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
  { db, clock, runner }: Deps,
  filter: WorkFilter,
  signal: AbortSignal,
): Promise<FileDownload> {
  const total = await countWork(db, filter);
  const entries = await firstEntries(db, filter);
  const systems = [...new Set(entries.map(({ connection_name }) => connection_name))];
  const rows = entries.map((entry) => cellsOf(entry, systems.length > 1));
  const lines = [
    systems.length > 0 ? `Key system: ${systems.join(', ')}` : 'No entries.',
    `As of ${clock().toISOString().slice(0, 16).replace('T', ' ')} UTC. ${describeFilter(filter)}`,
    total > entries.length
      ? `The first ${entries.length} of ${total} entries. Filter the list to print the others.`
      : `${total} ${total === 1 ? 'entry' : 'entries'}, in the order in which they should be done.`,
    ...(rows.some((cells) => cells.some((text) => printable(text) !== text.normalize('NFC'))) ? [hasNoLetters] : []),
  ];
  const content = await printPdf(runner, { title: 'Work list', lines, columns, rows }, { signal });
  return { fileName: 'work-list.pdf', contentType: 'application/pdf', content };
}

async function firstEntries(db: Db, filter: WorkFilter): Promise<ListedWork[]> {
  const entries: ListedWork[] = [];
  for await (const rows of listAllWork(db, filter)) {
    entries.push(...rows);
    if (entries.length >= mostPrinted) break;
  }
  return entries.slice(0, mostPrinted);
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

const stateNames = { open: 'Open entries', done: 'Entries that are done', withdrawn: 'Withdrawn entries' };
const kindNames: Record<WorkItem['kind'], string> = {
  member_remove: 'profiles taken from persons',
  person_deactivate: 'persons to deactivate',
  profile_put: 'access profiles',
  person_create: 'persons to create',
  person_update: 'persons to change',
  member_add: 'profiles given to persons',
};

function describeFilter({ state, all, kind, assigned_to, search }: WorkFilter): string {
  const parts = [all && !state ? 'All entries' : stateNames[state ?? 'open']];
  if (kind) parts.push(kindNames[kind]);
  if (assigned_to) parts.push(assigned_to === 'nobody' ? 'assigned to nobody' : 'assigned to one administrator');
  if (search) parts.push(`containing '${search}'`);
  return `${parts.join(', ')}.`;
}
