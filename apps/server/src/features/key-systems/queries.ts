import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { profilesNaming, rulesNaming } from '#features/plans/relation';
import { storableJson } from '#platform/database/storable-json';
import type { Db } from '#platform/deps';
import type { CertificateInfo, Schema } from '#platform/schema/schema';
import type { StoredTest } from '#platform/schema/tables/keys/schema-key-systems';
import { type Reader, visibleTo } from '#platform/visible-to';
import { doorsOf } from '../cylinders/relation';
import { workOf } from '../work-list/relation';

/** The connection itself, without what is counted and what it shows to be let in. */
export type Connection = Selectable<Schema['key_system_connection']>;

export type KeySystemRow = Connection & {
  cylinders: number;
  cylinder_groups: number;
  open_work_items: number;
  waiting_change_set_id: string | null;
  /** Null until the first certificate is uploaded. */
  certificate_id: string | null;
  certificate_info: CertificateInfo | null;
  configured_at: Date;
  standby: { id: string; created_at: string; info: CertificateInfo; last_test: StoredTest | null } | null;
};

/** Of the key system called `system` in the statement. */
const countedCylinders = (reader: Reader) =>
  sql<number>`(select count(*)::int from ${doorsOf(reader)} where connection_id = system.id
    and deleted_at is null and not is_planned)`.as('cylinders');
export const countedGroups =
  sql<number>`(select count(*)::int from cylinder_group where connection_id = system.id and deleted_at is null and not is_planned)`.as(
    'cylinder_groups',
  );

const withCounts = (reader: Reader) =>
  reader.db
    .selectFrom('key_system_connection as system')
    .leftJoin('client_certificate as certificate', (join) =>
      join.onRef('certificate.connection_id', '=', 'system.id').on('certificate.state', '=', 'active'),
    )
    .selectAll('system')
    .select([
      'certificate.id as certificate_id',
      'certificate.info as certificate_info',
      sql<Date>`coalesce(certificate.created_at, system.created_at)`.as('configured_at'),
    ])
    .select([
      countedCylinders(reader),
      countedGroups,
      sql<number>`(select count(*)::int from ${workOf(reader)} where connection_id = system.id and state = 'open')`.as(
        'open_work_items',
      ),
      sql<KeySystemRow['standby']>`(
        select jsonb_build_object('id', id, 'created_at', created_at, 'info', info, 'last_test', last_test)
        from client_certificate where connection_id = system.id and state = 'standby')`.as('standby'),
      sql<string | null>`(
        select id from change_set
        where key_system_connection_id = system.id and kind = 'key_system' and state in ('ready', 'quarantined')
        order by created_at desc limit 1)`.as('waiting_change_set_id'),
    ]);

/** By name. Small table, tens of rows at most. */
export const listKeySystems = (reader: Reader): Promise<KeySystemRow[]> =>
  withCounts(reader).where(visibleTo(reader.viewer, 'key_systems')).orderBy(sql`lower(name)`).execute();

export const findKeySystem = (reader: Reader, id: string): Promise<KeySystemRow | undefined> =>
  withCounts(reader).where('system.id', '=', id).where(visibleTo(reader.viewer, 'key_systems')).executeTakeFirst();

export const findConnection = ({ db, viewer }: Reader, id: string): Promise<Connection | undefined> =>
  db
    .selectFrom('key_system_connection')
    .selectAll()
    .where('id', '=', id)
    .where(visibleTo(viewer, 'key_systems'))
    .executeTakeFirst();

/** The certificate with its key, as it is sealed: to open a session, and to add another one. Bound to its id. */
export const findSealed = (db: Db, certificateId: string): Promise<{ sealed: Buffer } | undefined> =>
  db.selectFrom('client_certificate').select('sealed').where('id', '=', certificateId).executeTakeFirst();

export async function insertKeySystem(db: Db, row: Insertable<Schema['key_system_connection']>): Promise<void> {
  await db.insertInto('key_system_connection').values(row).execute();
}

export async function insertCertificate(db: Db, row: Insertable<Schema['client_certificate']>): Promise<void> {
  await db.insertInto('client_certificate').values(row).execute();
}

/**
 * Keeps a test that runs, or its result, where it is shown: with the active certificate at the connection, with the
 * standby at that. Not a change of the connection, so the version stays.
 * @returns whether it was made with the active one
 */
export async function saveTest(db: Db, connectionId: string, test: StoredTest): Promise<boolean> {
  const last_test = storableJson(test);
  const certificate = db.selectFrom('client_certificate').select('id').where('id', '=', test.certificate_id);
  const { numUpdatedRows } = await db
    .updateTable('key_system_connection')
    .set({ last_test })
    .where('id', '=', connectionId)
    .where(({ exists }) => exists(certificate.where('state', '=', 'active')))
    .executeTakeFirst();
  await db
    .updateTable('client_certificate')
    .set({ last_test })
    .where('id', '=', test.certificate_id)
    .where('state', '=', 'standby')
    .execute();
  return numUpdatedRows === 1n;
}

/** Raises the version. @returns false when the row is gone or no longer has the expected version */
export async function updateKeySystem(
  db: Db,
  id: string,
  set: Updateable<Schema['key_system_connection']>,
  expectedVersion?: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('key_system_connection')
    .set({ ...set, version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .$if(expectedVersion !== undefined, (q) => q.where('version', '=', expectedVersion ?? 0))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** What still refers to a key system, by kind; only kinds with at least one. */
export async function countRelated(db: Db, id: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ kind: string; count: number }>`
    with door as (
      select id from cylinder where connection_id = ${id} union all select id from cylinder_group where connection_id = ${id})
    select 'key_plans' as kind, count(*)::int as count from key_plan_key_system where connection_id = ${id}
    union all
    select 'locking_plans', count(*)::int from locking_plan where connection_id = ${id}
    union all
    select 'work_items', count(*)::int from work_item where connection_id = ${id} and state = 'open'
    union all
    select 'access_profiles', count(*)::int from ${profilesNaming(sql.raw('select id from door'))} as profile
    union all
    select 'access_rules', count(*)::int from ${rulesNaming(sql.raw('select id from door'))} as rule`.execute(db);
  return Object.fromEntries(rows.filter(({ count }) => count > 0).map(({ kind, count }) => [kind, count]));
}

/** Another one after every step of a connection test, and when what a connection is or can do changes. */
export async function keySystemsState(db: Db): Promise<string> {
  const { rows } = await sql<{ state: string }>`
    select md5(concat(
      (select string_agg(concat_ws(' ', id, version, is_active, capabilities::text, last_test::text), ' ' order by id)
        from key_system_connection),
      (select string_agg(concat_ws(' ', id, state, last_test::text), ' ' order by id) from client_certificate))) as state`.execute(
    db,
  );
  return rows[0]?.state ?? '';
}
