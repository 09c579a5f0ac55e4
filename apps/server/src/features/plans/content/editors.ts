import { sql } from 'kysely';
import type { Caller, Db, Tx } from '#platform/deps';
import { pendingRecords } from './differences';

type Edit = { records: readonly string[]; pending: readonly string[]; by: Pick<Caller, 'actor' | 'name'> };

/** Saves who edited the records that are pending after an edit; forgets the editors of those that are not. */
export async function saveEditors(tx: Tx, keyplan_id: string, { records, pending, by }: Edit): Promise<void> {
  const settled = records.filter((id) => !pending.includes(id));
  await sql`
    delete from key_plan_editor where keyplan_id = ${keyplan_id} and record_id = any(${settled}::uuid[])`.execute(tx);
  await sql`
    delete from key_plan_last_edit where keyplan_id = ${keyplan_id} and record_id = any(${settled}::uuid[])`.execute(
    tx,
  );
  if (pending.length === 0) return;
  const admin_id = by.actor?.id ?? null;
  await sql`
    insert into key_plan_last_edit (keyplan_id, record_id, admin_id, admin_name, edited_at)
    select ${keyplan_id}, id, ${admin_id}::uuid, ${by.name}, now() from unnest(${[...pending]}::uuid[]) as id
    on conflict (keyplan_id, record_id) do update
      set admin_id = excluded.admin_id, admin_name = excluded.admin_name, edited_at = excluded.edited_at`.execute(tx);
  if (admin_id === null) return;
  await sql`
    insert into key_plan_editor (keyplan_id, record_id, admin_id)
    select ${keyplan_id}, id, ${admin_id} from unnest(${[...pending]}::uuid[]) as id
    on conflict do nothing`.execute(tx);
}

/** After an activation. */
export async function forgetSettledEditors(tx: Tx, keyplanId: string): Promise<void> {
  const isSettled = sql`keyplan_id = ${keyplanId}
    and record_id not in (select record_id from ${pendingRecords(sql`${keyplanId}::uuid`)} as pending)`;
  await sql`delete from key_plan_editor where ${isSettled}`.execute(tx);
  await sql`delete from key_plan_last_edit where ${isSettled}`.execute(tx);
}

export async function listEditorIds(db: Db, keyplan_id: string, records: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ admin_id: string }>`
    select distinct admin_id from key_plan_editor
    where keyplan_id = ${keyplan_id} and record_id = any(${[...records]}::uuid[])`.execute(db);
  return rows.map(({ admin_id }) => admin_id);
}

/** Who edited pending records last, by record. */
export async function findLastEdits(db: Db, keyplan_id: string): Promise<Map<string, { by: string; at: Date }>> {
  const rows = await db
    .selectFrom('key_plan_last_edit')
    .select(['record_id', 'admin_name as by', 'edited_at as at'])
    .where('keyplan_id', '=', keyplan_id)
    .execute();
  return new Map(rows.map(({ record_id, ...edit }) => [record_id, edit]));
}
