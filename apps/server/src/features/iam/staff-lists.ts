import {
  canonicalFields,
  type MappedPerson,
  type Mapping,
  Mapping as MappingSchema,
  maxStaffListRows,
  type StaffList,
  type UploadedFile,
} from '@key2xs/contract';
import { compileMapping, suggestMapping } from '@key2xs/domain';
import { recordEvent } from '#platform/audit';
import type { Caller, Db, Deps } from '#platform/deps';
import { invalidField, notFound } from '#platform/errors';
import { refuseWhileReading } from '../tasks/service';
import { presentStaffList } from './present';
import { lockConnection } from './queries';
import { type CsvRow, readCsv } from './read-csv';
import { getConnection } from './service';
import { findLatestStaffList, insertStaffList, readStaffList, type StaffListRow } from './staff-list-store';

const previewPeople = 5;
const samplesKept = 3;
const sampleLength = 60;

type Column = StaffList['columns'][number];

/**
 * Reads an uploaded list once through, describes its columns and keeps it; nothing is imported.
 * @throws AppError not_found, validation_failed, sync_in_progress
 */
export async function uploadStaffList(
  deps: Deps,
  caller: Caller,
  connectionId: string,
  file: UploadedFile,
): Promise<StaffList> {
  const connection = await getConnection(deps.db, connectionId);
  const content = new Uint8Array(await file.arrayBuffer());
  const { columns, rows } = await describe(content);
  const row = {
    id: deps.newId(),
    connection_id: connectionId,
    file_name: cut(file.name, 200),
    bytes: content.length,
    rows,
    columns: JSON.stringify(columns),
    uploaded_by: caller.actor?.id ?? null,
  };
  const stored = await deps.db.transaction().execute(async (tx) => {
    await lockConnection(tx, connectionId);
    await refuseWhileReading(tx, connection); // it would read a list nobody has started it for
    const inserted = await insertStaffList(tx, row, content);
    const details = { connection: connection.name, file_name: row.file_name, rows, bytes: row.bytes };
    await recordEvent(tx, caller, 'staff_list.uploaded', { id: row.id, details });
    return inserted;
  });
  return presentStaffList(stored, mappingFor(columns, connection.mapping_config));
}

async function* inPieces(content: Uint8Array) {
  const size = 65_536;
  for (let at = 0; at < content.length; at += size) {
    yield content.subarray(at, at + size);
    await new Promise(setImmediate); // a large file must not hold up other requests
  }
}

async function describe(content: Uint8Array): Promise<{ columns: Column[]; rows: number }> {
  let columns: Column[] | undefined;
  let rows = 0;
  for await (const batch of readCsv(inPieces(content))) {
    for (const { cells } of batch) {
      if (!columns) {
        columns = readHeader(cells);
        continue;
      }
      if (++rows > maxStaffListRows) {
        throw invalidField('file', `This list has more than ${maxStaffListRows.toLocaleString('en')} rows. Split it.`);
      }
      note(columns, cells);
    }
  }
  if (!columns || rows === 0) {
    throw invalidField(
      'file',
      'This list has no rows. The first line has to name the columns, each further line is a person.',
    );
  }
  return { columns, rows };
}

function readHeader(cells: readonly string[]): Column[] {
  const names = cells.map((cell) => cell.trim());
  const twice = names.find((name, at) => name !== '' && names.indexOf(name) !== at);
  if (twice) throw invalidField('file', `Two columns are called '${twice}'. Rename one of them.`);
  if (names.some((name) => name === '')) throw invalidField('file', 'A column has no name in the first line.');
  if (names.length > 200) throw invalidField('file', 'This list has more than 200 columns.');
  return names.map((name) => ({ name: cut(name, 200), filled: 0, samples: [] }));
}

function note(columns: readonly Column[], cells: readonly string[]): void {
  columns.forEach((column, at) => {
    const value = cells[at]?.trim();
    if (!value) return;
    column.filled++;
    if (column.samples.length >= samplesKept) return;
    const sample = cut(value.replaceAll('\0', ''), sampleLength);
    if (!column.samples.includes(sample)) column.samples.push(sample);
  });
}

/** At most so long, and no half of a surrogate pair at the end: the database refuses those. */
const cut = (text: string, length: number): string => text.slice(0, length).replace(/[\ud800-\udbff]$/, '');

/**
 * The stored mapping; a field whose column is gone goes to the column that looks like it. A field left open on purpose
 * stays so, unless nothing of the mapping fits.
 */
function mappingFor(columns: readonly Column[], stored: Record<string, string>): Mapping {
  const names = columns.map(({ name }) => name);
  const suggested = suggestMapping(names);
  const fields = MappingSchema.parse(stored);
  if (!Object.values(fields).some((column) => names.includes(column))) return suggested;
  const chosen = canonicalFields.flatMap((field) => {
    const column = fields[field];
    if (column === undefined) return [];
    const found = names.includes(column) ? column : suggested[field];
    return found === undefined ? [] : [[field, found]];
  });
  return Object.fromEntries(chosen);
}

async function getLatest(db: Db, connectionId: string): Promise<StaffListRow> {
  const list = await findLatestStaffList(db, connectionId);
  if (!list) throw notFound('staff list');
  return list;
}

/** @throws AppError not_found */
export async function latestStaffList({ db }: Deps, connectionId: string): Promise<StaffList> {
  const { mapping_config } = await getConnection(db, connectionId);
  const list = await getLatest(db, connectionId);
  return presentStaffList(list, mappingFor(list.columns, mapping_config));
}

/** The first people of the latest list as a mapping would read them. @throws AppError not_found */
export async function previewMapping({ db }: Deps, connectionId: string, mapping: Mapping): Promise<MappedPerson[]> {
  const list = await getLatest(db, connectionId);
  const { mapRow } = compileMapping(
    list.columns.map(({ name }) => name),
    mapping,
  );
  const rows = await firstRows(readStaffList(db, list.id), previewPeople);
  return rows.map(({ line, cells }) => ({ row: line, ...mapRow(cells) }));
}

async function firstRows(pieces: AsyncIterable<Uint8Array>, count: number): Promise<CsvRow[]> {
  const rows: CsvRow[] = [];
  for await (const batch of readCsv(pieces)) {
    rows.push(...batch);
    if (rows.length > count) break;
  }
  return rows.slice(1, count + 1);
}
