import {
  type IamConnectionCreate,
  type IamConnectionUpdate,
  type iam,
  type Mapping,
  type Parsed,
  plainMapping,
  type SyncInterval,
} from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { recordEvent } from '#platform/audit/audit';
import { isNameTaken } from '#platform/database/is-name-taken';
import type { Deleted } from '#platform/deleted';
import type { Caller, Db, Deps, Tx } from '#platform/deps';
import { AppError, invalidField, stillInUse } from '#platform/errors';
import { asCaller, asProduct, type Reader, visibleTo } from '#platform/visible-to';
import { peopleOf } from '../people/relation';
import { type NewSourceEvent, noteSourceEvent } from '../source-events/service';
import { deleteTasks, refuseWhileOpen } from '../tasks/service';
import { refuseTimetable, setSyncInterval } from '../timetables/service';
import { openCredential } from './called/credential';
import { insertCredential, type NewCredential } from './called/insert-credential';
import { changedConfiguration, refuseConfiguration } from './changed-configuration';
import { getConnection } from './get-connection';
import { changedFields } from './mappings/changed-fields';
import { saveMappingVersion } from './mappings/mapping-versions';
import { type CalledSource, openSource } from './open-source';
import {
  countConnections,
  countRelated,
  deleteConnection,
  type IamConnectionRow,
  insertConnection,
  lockConnection,
  updateConnection,
} from './queries';

export { asSourceCredential } from './called/credential';
export { insertCredential } from './called/insert-credential';
export { getConnection } from './get-connection';
export { mappingFor } from './mapping';
export type { IamConnectionRow } from './queries';
export { insertRun, startRun } from './run/start-run';

/** Until the transaction ends, no task over it can start and no other transaction can change what belongs to it. */
export const holdConnection = lockConnection;

/**
 * A source that is called, for calls of an administrator or of what keeps it going; undefined for one that is not called.
 * @param credentialId another credential than the active one
 * @throws AppError not_found; SecretUnreadable
 */
export async function openCalledSource(
  deps: Pick<Deps, 'db' | 'identitySources' | 'secrets' | 'sourceCalls'>,
  id: string,
  signal: AbortSignal,
  credentialId?: string,
): Promise<CalledSource | undefined> {
  const connection = await getConnection(asProduct(deps.db), id); // background work asks as well
  const { called } = await openSource(deps, connection, signal);
  if (!called || credentialId === undefined) return called;
  const credential = await openCredential(deps, id, credentialId);
  return { ...called, access: { ...called.access, credential } };
}

/** Each source's state for the dashboard, by name. */
export const listSourceStates = ({ db, viewer }: Reader) =>
  db
    .selectFrom('iam_connection')
    .select(['id', 'name', 'is_active', 'last_read_at'])
    .where(visibleTo(viewer, 'identity_sources'))
    .orderBy(sql`lower(name)`)
    .execute();

export async function countActivePeople(reader: Reader): Promise<number> {
  const { people } = await reader.db
    .selectFrom(peopleOf(reader))
    .select(sql<number>`count(*)::int`.as('people'))
    .where('active', '=', true)
    .where(visibleTo(reader.viewer, 'identity_sources'))
    .executeTakeFirstOrThrow();
  return people;
}

export async function iamStatus(db: Db) {
  const connections = await countConnections(db);
  return { is_connected: connections > 0, iam_configured: connections > 0, connections };
}

/** @throws AppError conflict when the name is taken, validation_failed for an interval where nothing can be called */
export async function createConnection(
  deps: Deps,
  caller: Caller,
  body: IamConnectionCreate,
): Promise<IamConnectionRow> {
  return deps.db.transaction().execute((tx) => insertSource(tx, deps, caller, { body }));
}

export type NewSource = {
  body: IamConnectionCreate;
  /** What it is called with. */
  credential?: NewCredential | undefined;
  /** Further ones for the audit log. */
  details?: Record<string, unknown>;
};

/** The same in the caller's transaction. @throws as createConnection */
export async function insertSource(
  tx: Tx,
  deps: Deps,
  caller: Caller,
  { body, credential, details }: NewSource,
): Promise<IamConnectionRow> {
  const id = deps.newId();
  await refuseTakenName(tx, body.name);
  refuseTimetable(body.provider, body.sync_interval);
  refuseConfiguration(deps, body);
  await insertConnection(tx, { ...blank, ...rowOf(body), id });
  await setSyncInterval(tx, deps, id, body.sync_interval);
  await saveMappingVersion(tx, deps, caller, { connectionId: id, mapping: plainMapping(body.mapping_config) });
  if (credential) await insertCredential(tx, deps, id, credential);
  await recordEvent(tx, caller, 'iam_connection.created', { id, details: { ...body, ...details } });
  await noteChange(tx, caller, id, { kind: 'connection.created', sentence: say('sourceEvent.created') });
  return getConnection(asCaller(tx, caller), id);
}

const blank = { description: null, admin_contact: null, guard_limit_percent: 5 };

type Sent = { configuration_data?: object; mapping_config?: Mapping; sync_interval?: SyncInterval };

/** Objects are stored as JSON, the interval in the timetable. */
const rowOf = <Body extends Sent>({ configuration_data, mapping_config, sync_interval: _, ...rest }: Body) => ({
  ...rest,
  ...(configuration_data && { configuration_data: JSON.stringify(configuration_data) }),
  ...(mapping_config && { mapping_config: JSON.stringify(plainMapping(mapping_config)) }),
});

async function refuseTakenName(db: Db, name: string, exceptId?: string): Promise<void> {
  if (await isNameTaken(db, 'iam_connection', name, { exceptId })) {
    throw new AppError('conflict', say('source.nameTaken', { name }));
  }
}

type Changes = z.infer<typeof IamConnectionUpdate> & Partial<Parsed<typeof iam.setGrace>['body']>;

/** @throws AppError not_found, conflict, version_conflict, validation_failed for an interval where nothing can be called */
export async function changeConnection(
  deps: Deps,
  caller: Caller,
  id: string,
  change: { body: Changes; expectedVersion: number | undefined },
): Promise<IamConnectionRow> {
  return deps.db.transaction().execute(async (tx) => {
    const before = await getConnection(asCaller(tx, caller), id);
    if (change.body.name) await refuseTakenName(tx, change.body.name, id);
    refuseTimetable(before.provider, change.body.sync_interval);
    const { configuration_data: sent } = change.body;
    const body = { ...change.body, ...(sent && { configuration_data: changedConfiguration(deps, before, sent) }) };
    if (!(await updateConnection(tx, id, rowOf(body), change.expectedVersion))) throw changedMeanwhile();
    await setSyncInterval(tx, deps, id, body.sync_interval);
    const { mapping_config: mapping } = change.body;
    if (mapping) await saveMappingVersion(tx, deps, caller, { connectionId: id, mapping: plainMapping(mapping) });
    await recordEvent(tx, caller, 'iam_connection.updated', {
      id,
      details: { name: before.name, change: change.body },
    });
    await noteChange(tx, caller, id, updateOf(change.body));
    return getConnection(asCaller(tx, caller), id);
  });
}

function updateOf({ is_active }: Changes) {
  if (is_active === undefined) return { kind: 'connection.updated', sentence: say('sourceEvent.updated') } as const;
  return is_active
    ? ({ kind: 'connection.activated', sentence: say('sourceEvent.activated') } as const)
    : ({ kind: 'connection.deactivated', sentence: say('sourceEvent.deactivated') } as const);
}

type Change = Pick<NewSourceEvent, 'kind' | 'sentence' | 'changes'>;

const noteChange = (tx: Tx, caller: Caller, connection_id: string, change: Change): Promise<void> =>
  noteSourceEvent(tx, { connection_id, actor_name: caller.name, ...change });

const changedMeanwhile = () => new AppError('version_conflict', say('source.changed'));

/**
 * @throws AppError not_found, version_conflict; constraint_violation with the number of records of each kind that still
 * refer to it
 */
export async function removeConnection(
  deps: Deps,
  caller: Caller,
  id: string,
  expectedVersion: number | undefined,
): Promise<Deleted> {
  return deps.db.transaction().execute(async (tx) => {
    await lockConnection(tx, id);
    const { name } = await getConnection(asCaller(tx, caller), id);
    const constraint_name = 'iam_connection_in_use';
    await refuseWhileOpen(tx, id, {
      name,
      constraint_name,
      details: say('source.readIsLost'),
    });
    const related_records = await countRelated(tx, id);
    if (Object.keys(related_records).length > 0) {
      const message = say('record.inUse', { name });
      throw stillInUse({
        message,
        constraint_name,
        related_records,
        details: say('source.peopleStay'),
      });
    }
    await deleteTasks(tx, id);
    if (!(await deleteConnection(tx, id, expectedVersion))) throw changedMeanwhile();
    await recordEvent(tx, caller, 'iam_connection.deleted', { id, details: { name } });
    return { success: true, message: say('record.removed', { name }) };
  });
}

/** @throws AppError not_found, validation_failed without external_id */
export async function saveMapping(deps: Deps, caller: Caller, id: string, sent: Mapping): Promise<void> {
  const mapping = plainMapping(sent);
  if (!mapping.external_id) throw invalidField('external_id', say('source.mapId'));
  await deps.db.transaction().execute(async (tx) => {
    const { mapping_config } = await getConnection(asCaller(tx, caller), id);
    await updateConnection(tx, id, { mapping_config: JSON.stringify(mapping) });
    await saveMappingVersion(tx, deps, caller, { connectionId: id, mapping });
    await recordEvent(tx, caller, 'iam_connection.mapped', { id, details: { before: mapping_config, after: mapping } });
    const changes = changedFields(mapping_config, mapping);
    const sentence = say(changes.length > 0 ? 'sourceEvent.mapped' : 'sourceEvent.mappedAsBefore');
    await noteChange(tx, caller, id, { kind: 'mapping.changed', sentence, changes });
  });
}
