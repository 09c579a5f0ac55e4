import type { KeySystemWrite } from '@key2xs/domain';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#platform/deps';
import type { Schema } from '#platform/schema/schema';
import { isInForce, mayDo } from '#platform/sign-in/rights';
import { type Reader, visibleTo } from '#platform/visible-to';

export type WorkRow = Selectable<Schema['work_item']>;

/** The change that an entry asks for. */
export const asWrite = ({ kind, write }: Pick<WorkRow, 'kind' | 'write'>) => ({ kind, write }) as KeySystemWrite; // written by planKeySystem under this kind

export type ListedWork = WorkRow & {
  connection_name: string;
  capabilities: string[];
  assignee: string | null;
  /** The person's identity in the key system, if known. */
  identity: string | null;
  recorded_references: string[];
  decided_by: string | null;
  note: string | null;
};

export const listOpenWork = (db: Db, connectionId: string): Promise<WorkRow[]> =>
  db
    .selectFrom('work_item')
    .selectAll()
    .where('connection_id', '=', connectionId)
    .where('state', '=', 'open')
    .execute();

/** Locks the entries until the transaction ends, against a concurrent sync or administrator. */
export const lockWork = (tx: Tx, ids: readonly string[]): Promise<WorkRow[]> =>
  tx
    .selectFrom('work_item')
    .selectAll()
    .where('id', '=', (q) => q.fn.any(q.val([...ids])))
    .orderBy('id')
    .forUpdate()
    .execute();

/** Administrators who may see the work list and so can be assigned work, by name. */
export const listOperators = ({ db, viewer }: Reader): Promise<{ id: string; username: string }[]> =>
  db
    .selectFrom('admin')
    .select(['id', 'username'])
    .where(mayDo('work_list'))
    .where(isInForce('admin'))
    .where(visibleTo(viewer, 'work_list'))
    .orderBy(sql`lower(username)`)
    .execute();
