import type { KeySystemCreate, KeySystemUpdate } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import type { z } from 'zod';
import { recordEvent } from '#platform/audit/audit';
import { isNameTaken } from '#platform/database/is-name-taken';
import type { Deleted } from '#platform/deleted';
import type { Caller, Db, Deps } from '#platform/deps';
import { AppError, stillInUse } from '#platform/errors';
import { refuseOtherVersion } from '#platform/other-version';
import { asCaller } from '#platform/visible-to';
import { deleteTasks, refuseWhileOpen } from '../tasks/service';
import { insertActiveCertificate } from './certificates/insert-active';
import { readCertificate } from './certificates/read-certificate';
import { countRelated, insertKeySystem, type KeySystemRow, updateKeySystem } from './queries';
import { getConnection, getKeySystem, lockConnection } from './service';

async function refuseTakenName(db: Db, name: string, exceptId?: string): Promise<void> {
  if (await isNameTaken(db, 'key_system_connection', name, { exceptId })) {
    throw new AppError('conflict', say('keySystem.nameTaken', { name }));
  }
}

const certificateFields = {
  files: 'client_certificate_bundle_pem_file',
  passPhrase: 'client_certificate_pass_phrase',
};

/** Stores a connection, its certificate sealed if there is one. Nothing is called yet. @throws AppError validation_failed, conflict, overloaded */
export async function createKeySystem(
  { deps, caller, signal }: { deps: Deps; caller: Caller; signal: AbortSignal },
  body: KeySystemCreate,
): Promise<KeySystemRow> {
  const { client_certificate_bundle_pem_file: files, client_certificate_pass_phrase: passPhrase, ...fields } = body;
  const certificate = files && (await readCertificate(deps, { files, passPhrase, signal }, certificateFields));
  const id = deps.newId();
  return deps.db.transaction().execute(async (tx) => {
    await refuseTakenName(tx, fields.name);
    await insertKeySystem(tx, {
      ...fields,
      id,
      description: fields.description ?? null,
      error_message: null,
      guard_limit_percent: 5,
    });
    if (certificate) await insertActiveCertificate(tx, { deps, caller }, id, certificate);
    await recordEvent(tx, caller, 'key_system.created', {
      id,
      details: { ...fields, certificate_info: certificate?.info ?? null },
    });
    return getKeySystem(asCaller(tx, caller), id);
  });
}

/** @throws AppError not_found, conflict, version_conflict */
export async function changeKeySystem(
  deps: Deps,
  caller: Caller,
  id: string,
  { body, expectedVersion }: { body: z.infer<typeof KeySystemUpdate>; expectedVersion: number | undefined },
): Promise<KeySystemRow> {
  return deps.db.transaction().execute(async (tx) => {
    const { name, description, is_active } = await getConnection(asCaller(tx, caller), id);
    if (body.name) await refuseTakenName(tx, body.name, id);
    if (!(await updateKeySystem(tx, id, body, expectedVersion))) {
      throw new AppError('version_conflict', say('keySystem.changed'));
    }
    await recordEvent(tx, caller, 'key_system.updated', {
      id,
      details: { before: { name, description, is_active }, after: body },
    });
    return getKeySystem(asCaller(tx, caller), id);
  });
}

/** @throws AppError not_found, version_conflict; constraint_violation with how many records of each kind stand in the way */
export async function removeKeySystem(
  deps: Deps,
  caller: Caller,
  { id, expectedVersion }: { id: string; expectedVersion: number | undefined },
): Promise<Deleted> {
  return deps.db.transaction().execute(async (tx) => {
    const { name, version } = await lockConnection(tx, id); // what is being added to it is counted, or finds it gone
    refuseOtherVersion(version, expectedVersion, say('keySystem.changed'));
    const [constraint_name, details] = ['key_system_in_use', say('keySystem.staysAsItIs')];
    await refuseWhileOpen(tx, id, { name, constraint_name, details });
    const related_records = await countRelated(tx, id);
    if (Object.keys(related_records).length > 0) {
      const message = say('record.inUse', { name });
      throw stillInUse({ message, constraint_name, related_records, details });
    }
    await deleteTasks(tx, id);
    await tx.deleteFrom('key_system_connection').where('id', '=', id).execute();
    await recordEvent(tx, caller, 'key_system.deleted', { id, details: { name } });
    return { success: true, message: say('record.removed', { name }) };
  });
}
