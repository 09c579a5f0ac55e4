import { maxStaffListRows, type StaffList } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { invalidField } from '#platform/errors';
import { notUtf8, readCsv } from './read-csv';

const samplesKept = 3;
const sampleLength = 60;

export type Column = StaffList['columns'][number];
export type ListDescription = { columns: Column[]; rows: number };

/** The columns and the number of people of a staff list. @throws AppError validation_failed */
export async function describeList(pieces: Iterable<Uint8Array>): Promise<ListDescription> {
  let columns: Column[] | undefined;
  let rows = 0;
  for await (const batch of readCsv(pieces)) {
    for (const { cells } of batch) {
      if (!columns) columns = readHeader(cells);
      else {
        if (++rows > maxStaffListRows) throw tooManyRows();
        note(columns, cells);
      }
    }
  }
  if (!columns || rows === 0) throw noRows();
  return { columns, rows };
}

function readHeader(cells: readonly string[]): Column[] {
  const names = cells.map((cell) => cell.trim());
  if (names.some((name) => name.includes('\0'))) throw notUtf8(); // e.g. UTF-16 without a byte order mark
  const twice = names.find((name, at) => name !== '' && names.indexOf(name) !== at);
  if (twice) throw invalidField('file', say('staffList.columnTwice', { column: cutText(twice, 200) }));
  if (names.some((name) => name === '')) throw invalidField('file', say('staffList.columnWithoutName'));
  return names.map((name) => ({ name: cutText(name, 200), filled: 0, samples: [] }));
}

function note(columns: readonly Column[], cells: readonly string[]): void {
  for (const [at, cell] of cells.entries()) {
    const column = columns[at];
    if (cell === '' || !column) continue;
    const value = cell.trim();
    if (value === '') continue;
    column.filled++;
    if (column.samples.length >= samplesKept) continue;
    const sample = cutText(value.replaceAll('\0', ''), sampleLength);
    if (!column.samples.includes(sample)) column.samples.push(sample);
  }
}

/** Cuts without leaving half a surrogate pair, which the database refuses. */
export const cutText = (text: string, length: number): string => text.slice(0, length).replace(/[\ud800-\udbff]$/, '');

const tooManyRows = () => invalidField('file', say('staffList.tooManyRows', { most: maxStaffListRows }));

const noRows = () => invalidField('file', say('staffList.noRows'));
