import type { Page, WorkItem } from '@key2xs/contract';
import type { KeySystemWrite } from '@key2xs/domain';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#platform/deps';
import type { Schema } from '#platform/schema';

export type WorkRow = Selectable<Schema['work_item']>;

/** What an entry asks for, as the plan put it. */
export const asWrite = ({ kind, write }: Pick<WorkRow, 'kind' | 'write'>) => ({ kind, write }) as KeySystemWrite; // written by planKeySystem under this kind

export type WorkFilter = {
  connection_id?: string | undefined;
  state?: WorkItem['state'] | undefined;
  all?: boolean | undefined;
  kind?: WorkItem['kind'] | undefined;
  /** 'nobody', or the id of an administrator. */
  assigned_to?: string | undefined;
  search?: string | undefined;
};

/** Escapes what LIKE would read as a pattern. */
const like = (text: string) => `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;

const filtered = (db: Db, { connection_id, state, all, kind, assigned_to, search }: WorkFilter) =>
  db
    .selectFrom('work_item as entry')
    .$if(state !== undefined || !all, (q) => q.where('entry.state', '=', state ?? 'open'))
    .$if(connection_id !== undefined, (q) => q.where('entry.connection_id', '=', connection_id ?? ''))
    .$if(kind !== undefined, (q) => q.where('entry.kind', '=', kind ?? ''))
    .$if(assigned_to === 'nobody', (q) => q.where('entry.assigned_to', 'is', null))
    .$if(assigned_to !== undefined && assigned_to !== 'nobody', (q) =>
      q.where('entry.assigned_to', '=', assigned_to ?? ''),
    )
    .$if(search !== undefined && search !== '', (q) => q.where(sql`entry.search_text`, 'like', like(search ?? '')));

export type ListedWork = WorkRow & {
  connection_name: string;
  capabilities: string[];
  assignee: string | null;
  /** The person's identity in the key system, as far as the mirror knows it. */
  identity: string | null;
};

/** The order in which work of one key system should be done; the plan's order within a kind is that of the ordinals. */
const rankOfKind = sql`array_position(
  array['member_remove', 'person_deactivate', 'profile_put', 'person_create', 'person_update', 'member_add'], entry.kind)`;

/** Open entries first, by key system, in the order in which they should be done, unless sorted otherwise. */
export function listWork(
  db: Db,
  filter: WorkFilter,
  { offset, limit, sort }: Page & { sort?: string | undefined },
): Promise<ListedWork[]> {
  const direction = sort?.startsWith('-') ? 'desc' : 'asc';
  return filtered(db, filter)
    .innerJoin('key_system_connection as system', 'system.id', 'entry.connection_id')
    .leftJoin('admin', 'admin.id', 'entry.assigned_to')
    .leftJoin('key_system_person as person', (join) =>
      join
        .onRef('person.connection_id', '=', 'entry.connection_id')
        .on(
          'person.reference',
          '=',
          sql<string>`coalesce(entry.write ->> 'person_reference', entry.write ->> 'reference')::uuid`,
        ),
    )
    .selectAll('entry')
    .select(['system.name as connection_name', 'system.capabilities', 'admin.username as assignee', 'person.identity'])
    .$if(sort === undefined, (q) => q.orderBy(sql`entry.state <> 'open'`).orderBy(sql`lower(system.name)`))
    .$if(sort?.endsWith('created_at') === true, (q) => q.orderBy('entry.created_at', direction))
    .$if(sort?.endsWith('label') === true, (q) => q.orderBy(sql`lower(entry.label)`, direction))
    .$if(sort?.endsWith('kind') === true, (q) => q.orderBy(rankOfKind, direction))
    .orderBy('entry.ordinal', direction)
    .orderBy('entry.id', direction)
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countWork(db: Db, filter: WorkFilter): Promise<number> {
  const { count } = await filtered(db, filter)
    .select((q) => q.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export const listOpenWork = (db: Db, connectionId: string): Promise<WorkRow[]> =>
  db
    .selectFrom('work_item')
    .selectAll()
    .where('connection_id', '=', connectionId)
    .where('state', '=', 'open')
    .execute();

/** Locked until the transaction ends, so that a sync or a second administrator comes before or after. */
export const lockWork = (tx: Tx, ids: readonly string[]): Promise<WorkRow[]> =>
  tx
    .selectFrom('work_item')
    .selectAll()
    .where('id', '=', (q) => q.fn.any(q.val([...ids])))
    .orderBy('id')
    .forUpdate()
    .execute();

/** Signatures of removals that an operator is asked for already. */
export async function listOpenRemovals(db: Db, connectionId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('work_item')
    .select('signature')
    .where('connection_id', '=', connectionId)
    .where('state', '=', 'open')
    .where('kind', 'in', ['member_remove', 'person_deactivate'])
    .execute();
  return new Set(rows.map(({ signature }) => signature));
}

/** Who can open the work list and so can have work assigned, by name. */
export const listOperators = (db: Db): Promise<{ id: string; username: string }[]> =>
  db
    .selectFrom('admin')
    .select(['id', 'username'])
    .where('role', '=', 'superadmin')
    .where('disabled_at', 'is', null)
    .orderBy(sql`lower(username)`)
    .execute();

/** Which of these references a key system itself bears, as last read: only those can a read find again. */
export async function listRecordedReferences(
  db: Db,
  connectionId: string,
  references: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ reference: string }>`
    select reference from recorded_person
    where connection_id = ${connectionId} and reference = any(${references}) and deleted_at is null
    union select reference from recorded_profile
    where connection_id = ${connectionId} and reference = any(${references}) and deleted_at is null`.execute(db);
  return new Set(rows.map(({ reference }) => reference));
}
