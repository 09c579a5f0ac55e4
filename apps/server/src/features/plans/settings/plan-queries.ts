import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Caller, Db, Tx } from '#platform/deps';
import type { Schema } from '#platform/schema/schema';
import { saveEditors } from '../content/editors';
import { keepVersions } from '../content/keep-versions';

export type Link = { id: string; name: string };
export type KeyPlanRow = Selectable<Schema['key_plan']> & {
  rules: number;
  active_rules: number;
  /** Edits of the draft that are not in force. */
  pending_changes: number;
  /** The request to no longer require a second person, while it can be confirmed. */
  second_person_removal: { requested_by: string; requested_at: string } | null;
  iam_connections: Link[];
  key_system_connections: Link[];
};

export async function insertKeyPlan(db: Db, row: Insertable<Schema['key_plan']>): Promise<void> {
  await db.insertInto('key_plan').values(row).execute();
}

/** An edit of a plan: of its own fields, or of what hangs on it. */
export type PlanEdit = {
  by: Caller;
  /** Of the administrator, for the version it makes. */
  reason?: string | undefined;
  set?: Updateable<Schema['key_plan']>;
  expectedVersion?: number | undefined;
  /** Ids of the rules and profiles that were edited, added or removed. None: its settings or links. */
  records?: readonly string[];
};

/**
 * Raises the version, which stands for everything the plan says, and keeps what takes effect at once as a version in force.
 * Called in the transaction of every edit, after it.
 * @returns false when the row is gone or no longer has the expected version
 */
export async function touchKeyPlan(
  tx: Tx,
  id: string,
  { by, reason, set = {}, expectedVersion, records = [] }: PlanEdit,
): Promise<boolean> {
  const plan = await tx
    .updateTable('key_plan')
    .set({ ...set, version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .$if(expectedVersion !== undefined, (q) => q.where('version', '=', expectedVersion ?? 0))
    .returning(['id', 'takes_effect'])
    .executeTakeFirst();
  if (!plan) return false;
  const cause = records.length > 0 ? 'edit' : 'settings';
  const pending = await keepVersions(tx, plan, { by, reason, cause, records });
  if (plan.takes_effect === 'on_activation' && records.length > 0) {
    await saveEditors(tx, id, { records, pending, by });
  }
  return true;
}

/** Another one after every change of a plan or its draft. */
export async function plansState(db: Db): Promise<string> {
  const { rows } = await sql<{ state: string | null }>`
    select md5(string_agg(concat(id, ' ', version), ' ' order by id)) as state from key_plan`.execute(db);
  return rows[0]?.state ?? '';
}
