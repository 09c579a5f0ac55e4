import type { KeySystemCreate, KeySystemUpdate } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { recordEvent } from '#platform/audit';
import type { Deleted } from '#platform/deleted';
import type { Caller, Db, Deps, Tx } from '#platform/deps';
import { AppError, stillInUse } from '#platform/errors';
import { isNameTaken } from '#platform/is-name-taken';
import { asProduct } from '#platform/visible-to';
import { refuseWhileOpen } from '../tasks/service';
import { readCertificate } from './certificates/read-certificate';
import { getConnection, getKeySystem, lockConnection } from './get-key-system';
import {
  type Connection,
  countRelated,
  insertCertificate,
  insertKeySystem,
  type KeySystemRow,
  listActiveConnections,
  updateKeySystem,
} from './queries';

export { getConnection, getKeySystem } from './get-key-system';
export { guardPersons } from './inventory/inventory-guard';
export { presentStatus } from './present';
export { type Connection, type KeySystemRow, listActiveConnections, listKeySystems, recordProbe } from './queries';
export { withSession } from './with-session';

/** Of a sync. `isGuarded`: persons have passed the guard, so whatever stopped a read over them is over. */
export async function notePersonsRead(
  tx: Tx,
  id: string,
  { readAt, isGuarded }: { readAt: Date; isGuarded: boolean },
): Promise<void> {
  const loss = sql<string>`case when inventory_loss ->> 'list' = 'persons' then null else inventory_loss end`;
  await tx
    .updateTable('key_system_connection')
    .set({
      persons_read_at: readAt,
      last_successful_interaction: readAt,
      last_status: 'ACTIVE',
      error_message: null,
      ...(isGuarded && { inventory_loss: loss }),
    })
    .where('id', '=', id)
    .execute();
}

/** The next sync asks anew what it can do. */
export async function forgetCapabilities(db: Db, id: string): Promise<void> {
  await db.updateTable('key_system_connection').set({ capabilities: [] }).where('id', '=', id).execute();
}

/**
 * The first active key system, as the specification's look-up has it.
 * @throws AppError conflict when there is none
 */
export async function getFirstActive(db: Db): Promise<Connection> {
  const [active] = await listActiveConnections(db);
  if (!active) {
    const detail = say('keySystem.noneActive');
    throw new AppError('conflict', detail);
  }
  return active;
}

async function refuseTakenName(db: Db, name: string, exceptId?: string): Promise<void> {
  if (await isNameTaken(db, 'key_system_connection', name, { exceptId })) {
    throw new AppError('conflict', say('keySystem.nameTaken', { name }));
  }
}

const certificateFields = {
  files: 'client_certificate_bundle_pem_file',
  passPhrase: 'client_certificate_pass_phrase',
};

/** Stores a connection, its certificate sealed. Nothing is called yet. @throws AppError validation_failed, conflict, overloaded */
export async function createKeySystem(
  { deps, caller, signal }: { deps: Deps; caller: Caller; signal: AbortSignal },
  body: KeySystemCreate,
): Promise<KeySystemRow> {
  const { client_certificate_bundle_pem_file: files, client_certificate_pass_phrase: passPhrase, ...fields } = body;
  const { pem, info } = await readCertificate(deps, { files, passPhrase, signal }, certificateFields);
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
    const certificateId = deps.newId();
    await insertCertificate(tx, {
      id: certificateId,
      connection_id: id,
      state: 'active',
      info: JSON.stringify(info),
      sealed: deps.secrets.seal(pem, certificateId),
      uploaded_by: caller.actor?.id ?? null,
      activated_at: deps.clock(),
    });
    await recordEvent(tx, caller, 'key_system.created', { id, details: { ...fields, certificate_info: info } });
    return getKeySystem(asProduct(tx), id);
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
    const { name, description, is_active } = await getConnection(asProduct(tx), id);
    if (body.name) await refuseTakenName(tx, body.name, id);
    if (!(await updateKeySystem(tx, id, body, expectedVersion))) {
      throw new AppError('version_conflict', say('keySystem.changed'));
    }
    await recordEvent(tx, caller, 'key_system.updated', {
      id,
      details: { before: { name, description, is_active }, after: body },
    });
    return getKeySystem(asProduct(tx), id);
  });
}

/** @throws AppError not_found; constraint_violation with how many records of each kind stand in the way */
export async function removeKeySystem(deps: Deps, caller: Caller, id: string): Promise<Deleted> {
  return deps.db.transaction().execute(async (tx) => {
    const { name } = await lockConnection(tx, id); // what is being added to it is counted, or finds it gone
    const [constraint_name, details] = ['key_system_in_use', say('keySystem.staysAsItIs')];
    await refuseWhileOpen(tx, 'key_system_connection_id', id, { name, constraint_name, details });
    const related_records = await countRelated(tx, id);
    if (Object.keys(related_records).length > 0) {
      const message = say('record.inUse', { name });
      throw stillInUse({ message, constraint_name, related_records, details });
    }
    await tx.deleteFrom('key_system_connection').where('id', '=', id).execute();
    await recordEvent(tx, caller, 'key_system.deleted', { id, details: { name } });
    return { success: true, message: say('record.removed', { name }) };
  });
}
