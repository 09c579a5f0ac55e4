import type { Mapping, StaffList, UploadedFile } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { getConnection, holdConnection, type IamConnectionRow, mappingFor } from '#features/iam/service';
import { refuseDuringRun } from '#features/tasks/service';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps } from '#platform/deps';
import { AppError, invalidField, notFound } from '#platform/errors';
import { piecesOf } from '#platform/http/received-file';
import { asCaller, type Reader } from '#platform/visible-to';
import { type Column, cutText } from './describe-list';
import { staffListReader } from './staff-list-reader';
import {
  dropStaffList,
  findLatestStaffList,
  type NewStaffList,
  publishStaffList,
  type StaffListRow,
  storeParts,
} from './staff-list-store';

type Upload = { deps: Deps; caller: Caller; signal: AbortSignal };

/**
 * Reads an uploaded list in a thread, describes its columns and stores it. Imports nothing.
 * @throws AppError not_found, validation_failed, sync_in_progress, overloaded
 */
export async function uploadStaffList(
  { deps, caller, signal }: Upload,
  connectionId: string,
  file: UploadedFile,
): Promise<StaffList> {
  const connection = await getConnection(asCaller(deps.db, caller), connectionId);
  if (connection.provider !== 'csv')
    throw new AppError('not_found', say('staffList.otherSource', { name: connection.name }));
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
    await dropStaffList(deps.db, list.id).catch(() => undefined); // it is invisible, and a later upload drops it
    throw error;
  });
  return presentStaffList(stored, suggestedFor(columns, connection.mapping_config));
}

type Storing = Pick<Upload, 'deps' | 'caller'> & { connection: IamConnectionRow };

async function store(
  { deps, caller, connection }: Storing,
  list: NewStaffList,
  packed: readonly Uint8Array[],
): Promise<StaffListRow> {
  await storeParts(deps.db, list, packed);
  return deps.db.transaction().execute(async (tx) => {
    await holdConnection(tx, connection.id);
    await refuseDuringRun(tx, connection.id, connection.name); // a run must not switch to a list it was not started for
    const published = await publishStaffList(tx, list);
    if (!published) throw notFound('identity_source');
    const { file_name, rows, bytes } = list;
    const details = { connection: connection.name, file_name, rows, bytes };
    await recordEvent(tx, caller, 'staff_list.uploaded', { id: list.id, details });
    return published;
  });
}

/** @throws AppError not_found */
export async function latestStaffList(reader: Reader, connectionId: string): Promise<StaffList> {
  const { mapping_config } = await getConnection(reader, connectionId);
  const list = await findLatestStaffList(reader.db, connectionId);
  if (!list) throw notFound('staff_list');
  return presentStaffList(list, suggestedFor(list.columns, mapping_config));
}

const suggestedFor = (columns: readonly Column[], stored: unknown): Mapping =>
  mappingFor(
    columns.map(({ name }) => name),
    stored,
  );

const presentStaffList = (row: StaffListRow, suggested_mapping: Mapping): StaffList => ({
  ...row,
  suggested_mapping,
  uploaded_at: row.uploaded_at.toISOString(),
});
