import type { KeySystemSession } from '@key2xs/drivers';
import { type Sentence, say } from '@key2xs/texts';
import { sql } from 'kysely';
import { storableJson } from '#platform/database/storable-json';
import type { Db, Tx } from '#platform/deps';
import { AppError, notFound } from '#platform/errors';
import { LeaseLost } from '#platform/jobs/hold-lease';
import { isLasting } from '#platform/jobs/is-lasting';
import { SecretUnreadable } from '#platform/secrets/secrets';
import { asProduct, type Reader, visibleTo } from '#platform/visible-to';
import { doorsOf } from '../cylinders/relation';
import { type Difference, loadAdopted } from '../recorded/service';
import { TaskFailed, type TaskRun } from '../tasks/service';
import { lossOf, refuseLoss } from './inventory/inventory-guard';
import { asTimeout, explainFailure, NoCertificate, openSession } from './open-session';
import { presentStatus } from './present';
import { type Connection, countedGroups, findConnection, findKeySystem, type KeySystemRow } from './queries';

export { listCertificateWarnings } from './certificates/certificate-warnings';
export { previewCursor } from './inventory/inventory-cursor';
export { isToRead, readBeforePreview } from './inventory/read-on';
export { keySystemsState } from './queries';

/** What `getKeySystem` answers: a connection with its certificates, and all that is counted. */
export type KeySystem = KeySystemRow;

/** @throws AppError not_found */
export async function getKeySystem(reader: Reader, id: string): Promise<KeySystem> {
  const row = await findKeySystem(reader, id);
  if (!row) throw notFound('key_system');
  return row;
}

/** Where its name and whether it is active are enough. @throws AppError not_found */
export async function getConnection(reader: Reader, id: string): Promise<Connection> {
  const row = await findConnection(reader, id);
  if (!row) throw notFound('key_system');
  return row;
}

/** Two who change the certificates of one connection do it one after the other. @throws AppError not_found */
export async function lockConnection(tx: Tx, id: string): Promise<Connection> {
  await tx.selectFrom('key_system_connection').select('id').where('id', '=', id).forUpdate().execute();
  return getConnection(asProduct(tx), id); // background work asks as well
}

/** By name. */
export const listActiveConnections = (db: Db): Promise<Connection[]> =>
  db.selectFrom('key_system_connection').selectAll().where('is_active', '=', true).orderBy(sql`lower(name)`).execute();

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

/** In one pass, because there are many. */
const countedDoors = (reader: Reader) =>
  sql<{ cylinders: number; unplaced_cylinders: number }>`(
  select count(*)::int as cylinders, (count(*) filter (where location_id is null))::int as unplaced_cylinders
  from ${doorsOf(reader)} where connection_id = system.id and deleted_at is null and not is_planned)`.as<'counted'>(
    'counted',
  );

/** How each key system stands, by name: as much as an overview shows of it. */
export async function listKeySystemStates(reader: Reader) {
  const rows = await reader.db
    .selectFrom('key_system_connection as system')
    .leftJoin('client_certificate as certificate', (join) =>
      join.onRef('certificate.connection_id', '=', 'system.id').on('certificate.state', '=', 'active'),
    )
    .innerJoinLateral(countedDoors(reader), (join) => join.onTrue())
    .select(['system.id', 'system.name', 'system.is_active', 'system.last_status', 'system.is_sandbox'])
    .select(['system.error_message', 'system.last_successful_interaction', 'system.inventory_read_at'])
    .select([sql<string | null>`certificate.info ->> 'not_after'`.as('not_after'), countedGroups])
    .select(['counted.cylinders', 'counted.unplaced_cylinders'])
    .where(visibleTo(reader.viewer, 'key_systems'))
    .orderBy(sql`lower(name)`)
    .execute();
  return rows.map((row) => ({ ...row, status: presentStatus(row) }));
}

/**
 * Opens a session of a task with a key system, and closes it after use. Notes that it answered; a failure becomes the
 * health of the connection.
 * @throws TaskFailed when a retry at once makes no sense; DriverError when it may help; LeaseLost
 */
export async function withSession<T>(
  { deps, signal }: Pick<TaskRun, 'deps' | 'signal'>,
  row: KeySystemRow,
  use: (session: KeySystemSession) => Promise<T>,
): Promise<T> {
  try {
    const { records } = await loadAdopted(deps.db, row.id);
    const session = await openSession(deps, row, signal, records);
    const answer = await use(session).finally(() => session.close());
    await noteAnswered(deps.db, row.id, deps.clock());
    return answer;
  } catch (caught) {
    if (signal.reason instanceof LeaseLost) throw signal.reason; // we aborted it: that says nothing about the key system
    const error = asTimeout(caught);
    const sentence = explainFailure(error);
    if (sentence === undefined) throw error;
    await recordProbe(deps.db, row, { status: 'ERROR', error: sentence, at: null });
    throw error instanceof SecretUnreadable || error instanceof NoCertificate || isLasting(error)
      ? new TaskFailed(sentence, { cause: error })
      : error;
  }
}

async function noteAnswered(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable('key_system_connection').set({ last_successful_interaction: at }).where('id', '=', id).execute();
}

type Answered = {
  status: string;
  error: Sentence | null;
  at: Date | null;
  is_sandbox?: boolean;
  capabilities?: string[];
};

/**
 * Records one answer from the vendor; not a change of the connection, so the version stays. What was learnt with a
 * certificate that is no longer the active one says nothing about the connection, and changes nothing.
 */
export async function recordProbe(
  db: Db,
  { id, certificate_id }: Pick<KeySystemRow, 'id' | 'certificate_id'>,
  { status, error, at, is_sandbox, capabilities }: Answered,
): Promise<void> {
  if (certificate_id === null) return;
  const record = async (tx: Db) => {
    // First, because activating another certificate locks this row.
    await tx.selectFrom('key_system_connection').select('id').where('id', '=', id).forUpdate().execute();
    const certificate = tx.selectFrom('client_certificate').select('id').where('id', '=', certificate_id);
    await tx
      .updateTable('key_system_connection')
      .set({
        last_status: status,
        error_message: error && storableJson(error),
        ...(at && { last_successful_interaction: at }),
        ...(is_sandbox !== undefined && { is_sandbox }),
        ...(capabilities && { capabilities }),
      })
      .where('id', '=', id)
      .where(({ exists }) => exists(certificate.where('state', '=', 'active')))
      .execute();
  };
  await (db.isTransaction ? record(db) : db.transaction().execute(record));
}

/**
 * Stops a sync, which reads everybody, where the list of persons has lost too much to be believed. An accepted loss was
 * taken over by the inventory that accepting started.
 * @throws TaskFailed
 */
export const guardPersons = (db: Db, connectionId: string, difference: Difference): Promise<void> =>
  refuseLoss(db, connectionId, { loss: { list: 'persons', ...lossOf(difference) }, retry: 'sync again' });

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
