import { sql } from 'kysely';
import type { Db } from '#platform/deps';
import { isInForce, mayDo } from '#platform/sign-in/rights';
import { type Reader, visibleTo } from '#platform/visible-to';
import { hidesDoors, leaveOutDoors, shownDoors } from './describe/shown-doors';
import { workOf } from './relation';
import type { WorkRow } from './work-row';

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

/** What a plan asks for; what is entered for others is closed by who asks for it. */
export const listOpenWork = (db: Db, connectionId: string): Promise<WorkRow[]> =>
  db
    .selectFrom('work_item')
    .selectAll()
    .where('connection_id', '=', connectionId)
    .where('state', '=', 'open')
    .where('subject_id', 'is', null)
    .execute();

/** As it is stored, but for the sentence; with whether its reader may not see some of its doors. */
export type LockedWork = WorkRow & { hasHiddenDoors: boolean };

/** Locks the entries that the reader may see until the transaction ends, against a concurrent sync or administrator. */
export async function lockWork(reader: Reader, ids: readonly string[]): Promise<LockedWork[]> {
  const rows = await reader.db
    .selectFrom('work_item as entry')
    .selectAll('entry')
    .select(shownDoors(reader).as('shown_doors'))
    .where('entry.id', 'in', (q) =>
      q
        .selectFrom(workOf(reader, 'seen'))
        .select('seen.id')
        .where('seen.id', '=', ({ fn, val }) => fn.any(val([...ids]))),
    )
    .orderBy('entry.id')
    .forUpdate('entry')
    .execute();
  return rows.map(({ shown_doors, ...row }) => ({
    ...row,
    what: leaveOutDoors({ ...row, shown_doors }).what,
    hasHiddenDoors: hidesDoors(row, shown_doors),
  }));
}

/** Of these entries, those that a reader may see. */
export async function listSeen(reader: Reader, ids: readonly string[]): Promise<Set<string>> {
  const rows = await reader.db
    .selectFrom(workOf(reader))
    .select('id')
    .where('id', '=', (q) => q.fn.any(q.val([...ids])))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

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
