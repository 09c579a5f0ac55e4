import type { KeyRequestDetail } from '@key2xs/contract';
import type { Db } from '#platform/deps';
import { notFound } from '#platform/errors';
import type { FileDownload } from '#platform/http/file-download';
import { readRow } from '#platform/list/read-some';
import type { Reader } from '#platform/visible-to';
import { requestSource } from '../request-source';

export const undecided: readonly KeyRequestDetail['state'][] = ['to_complete', 'in_approval', 'needs_info'];

/** @throws AppError not_found, also for a request that the reader may not see */
export async function getFile(reader: Reader, { id, file_id }: { id: string; file_id: string }): Promise<FileDownload> {
  const request = await readRow(reader, requestSource(reader), id);
  const file =
    request &&
    (await reader.db
      .selectFrom('key_request_file')
      .select(['name', 'type', 'content', 'tag'])
      .where('id', '=', file_id)
      .where('request_id', '=', id)
      .executeTakeFirst());
  if (!file) throw notFound('key_request_file');
  return { fileName: file.name, contentType: file.type, content: file.content, tag: file.tag };
}

/** Without their content, the oldest first. */
export async function listFiles(db: Db, requestId: string): Promise<KeyRequestDetail['files']> {
  const files = await db
    .selectFrom('key_request_file')
    .select(['id', 'name', 'type', 'bytes', 'added_by', 'added_at'])
    .where('request_id', '=', requestId)
    .orderBy('added_at')
    .orderBy('id')
    .execute();
  return files.map((file) => ({ ...file, added_at: file.added_at.toISOString() }));
}

type Seen = Pick<KeyRequestDetail, 'state' | 'is_own' | 'approval'>;

/** What a reader of a request may do with its files. */
export function mayWithFiles({ state, is_own, approval }: Seen) {
  const can_add_files = is_own && undecided.includes(state);
  return { can_add_files, can_remove_files: can_add_files && !isDecidedInPart(approval) };
}

export const isDecidedInPart = (steps: readonly { decision: unknown }[]) =>
  steps.some(({ decision }) => decision !== null);
