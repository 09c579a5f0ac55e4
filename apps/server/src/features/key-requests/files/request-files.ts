import { createHash } from 'node:crypto';
import { type KeyRequestDetail, maxRequestFiles, type UploadedFile } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { recordEvent } from '#platform/audit/audit';
import { AppError, invalidField, notFound } from '#platform/errors';
import { wholePaperKind } from '#platform/whole-paper-kind';
import { change, type Held, type One, requireOwn } from '../change-request';
import { isDecidedInPart, listFiles, undecided } from './read-files';

const endings = { 'application/pdf': ['.pdf'], 'image/png': ['.png'], 'image/jpeg': ['.jpg', '.jpeg'] } as const;
const maxName = 120;

/**
 * Adds a file, whose type is what its content says. It is stored as it is, and only ever sent back as a download.
 * @throws AppError not_found, conflict, version_conflict, validation_failed
 */
export async function addFile(one: One, file: UploadedFile): Promise<KeyRequestDetail> {
  const content = Buffer.from(await file.arrayBuffer());
  const kind = wholePaperKind(content);
  if ('problem' in kind) throw invalidField('file', say(`keyRequest.file.${kind.problem}`));
  const { type } = kind;
  const name = nameOf(file.name, endings[type]);
  return change(one, async (tx, held) => {
    requireOwn(one, held.row);
    requireUndecided(held);
    const files = await listFiles(tx, one.id);
    if (files.length >= maxRequestFiles)
      throw new AppError('conflict', say('keyRequest.file.tooMany', { count: maxRequestFiles }));
    const id = one.deps.newId();
    const tag = createHash('sha256').update(content).digest('hex').slice(0, 32);
    const about = { id, request_id: one.id, name, type, bytes: content.length, tag };
    const added = { added_by: one.caller.name, added_at: one.deps.clock() };
    await tx
      .insertInto('key_request_file')
      .values({ ...about, ...added, content })
      .execute();
    const details = { file_id: id, name, type, bytes: content.length };
    await recordEvent(tx, one.caller, 'key_request.file_added', { id: one.id, details });
    return unmoved(held, 'file_added', name);
  });
}

/** @throws AppError not_found, conflict once someone may have decided by it, version_conflict */
export function removeFile(one: One, fileId: string): Promise<KeyRequestDetail> {
  return change(one, async (tx, held) => {
    const file = await tx
      .deleteFrom('key_request_file')
      .where('id', '=', fileId)
      .where('request_id', '=', one.id)
      .returning(['name', 'type', 'bytes'])
      .executeTakeFirst();
    if (!file) throw notFound('key_request_file');
    requireOwn(one, held.row);
    requireUndecided(held);
    if (isDecidedInPart(held.facts.steps)) throw new AppError('conflict', say('keyRequest.file.seen'));
    await recordEvent(tx, one.caller, 'key_request.file_removed', {
      id: one.id,
      details: { file_id: fileId, ...file },
    });
    return unmoved(held, 'file_removed', file.name);
  });
}

function requireUndecided({ row }: Held): void {
  if (!undecided.includes(row.state)) throw new AppError('conflict', say('keyRequest.file.decided'));
}

const unmoved = ({ row, facts }: Held, happening: 'file_added' | 'file_removed', note: string) => ({
  ...{ state: facts.state, happening, note },
  set: { file_changes: row.file_changes + 1 },
});

/** What the sender called it is for display only; its ending says what it is. */
function nameOf(sent: string, [usual, ...others]: readonly string[]): string {
  const clean = sent.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim() || 'file';
  const given = [usual, ...others].find((ending) => ending !== undefined && clean.toLowerCase().endsWith(ending));
  const stem = given ? clean.slice(0, -given.length) : clean;
  return `${[...stem].slice(0, maxName).join('')}${given ? clean.slice(-given.length) : usual}`;
}
