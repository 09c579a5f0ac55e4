import {
  canonicalFields,
  type MappedPerson,
  type Mapping,
  Mapping as MappingSchema,
  type StaffList,
  type UploadedFile,
} from '@key2xs/contract';
import { compileMapping, suggestMapping } from '@key2xs/domain';
import { recordEvent } from '#platform/audit';
import type { CsvRow } from '#platform/csv-rows';
import type { Caller, Db, Deps } from '#platform/deps';
import { invalidField, notFound } from '#platform/errors';
import { piecesOf } from '#platform/received-file';
import { asProduct, type Reader } from '#platform/visible-to';
import { refuseWhileReading } from '../tasks/service';
import { type Column, cutText } from './describe-list';
import { presentStaffList } from './present';
import { type IamConnectionRow, lockConnection } from './queries';
import { readCsv } from './read-csv';
import { getConnection } from './service';
import { staffListReader } from './staff-list-reader';
import {
  dropStaffList,
  findLatestStaffList,
  type NewStaffList,
  publishStaffList,
  readStaffList,
  type StaffListRow,
  storeParts,
} from './staff-list-store';

const previewPeople = 5;

type Upload = { deps: Deps; caller: Caller; signal: AbortSignal };

/**
 * Reads an uploaded list once through, in a thread, describes its columns and keeps it; nothing is imported.
 * @throws AppError not_found, validation_failed, sync_in_progress, overloaded
 */
export async function uploadStaffList(
  { deps, caller, signal }: Upload,
  connectionId: string,
  file: UploadedFile,
): Promise<StaffList> {
  const connection = await getConnection(asProduct(deps.db), connectionId);
  const pieces = piecesOf(file);
  const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
  const transfer = pieces.map(({ buffer }) => buffer);
  const read = await deps.runner.run(staffListReader, { pieces }, { signal, transfer });
  if (!read.ok) throw invalidField('file', read.reason);
  const { columns, rows, packed } = read.answer;
  const list = {
    id: deps.newId(),
    connection_id: connectionId,
    file_name: cutText(file.name, 200),
    bytes,
    rows,
    columns: JSON.stringify(columns),
    uploaded_by: caller.actor?.id ?? null,
  };
  const stored = await store({ deps, caller, connection }, list, packed).catch(async (error: unknown) => {
    await dropStaffList(deps.db, list.id).catch(() => undefined); // nobody finds it, and a later upload drops it
    throw error;
  });
  return presentStaffList(stored, mappingFor(columns, connection.mapping_config));
}

type Storing = Pick<Upload, 'deps' | 'caller'> & { connection: IamConnectionRow };

async function store(
  { deps, caller, connection }: Storing,
  list: NewStaffList,
  packed: readonly Uint8Array[],
): Promise<StaffListRow> {
  await storeParts(deps.db, list, packed);
  return deps.db.transaction().execute(async (tx) => {
    await lockConnection(tx, connection.id);
    await refuseWhileReading(tx, connection); // it would read a list nobody has started it for
    const published = await publishStaffList(tx, list);
    if (!published) throw notFound('identity source');
    const { file_name, rows, bytes } = list;
    const details = { connection: connection.name, file_name, rows, bytes };
    await recordEvent(tx, caller, 'staff_list.uploaded', { id: list.id, details });
    return published;
  });
}

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
export async function latestStaffList(reader: Reader, connectionId: string): Promise<StaffList> {
  const { mapping_config } = await getConnection(reader, connectionId);
  const list = await getLatest(reader.db, connectionId);
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
