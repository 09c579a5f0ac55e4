import { sql } from 'kysely';
import type { Db, Tx } from '#platform/deps';
import { pendingRecords } from './differences';

type Edit = { records: readonly string[]; pending: readonly string[]; admin_id: string | undefined };

/** Keeps who edited the records that are pending after an edit; forgets the editors of those that are not. */
export async function saveEditors(tx: Tx, keyplan_id: string, { records, pending, admin_id }: Edit): Promise<void> {
  const settled = records.filter((id) => !pending.includes(id));
  await sql`
    delete from key_plan_editor where keyplan_id = ${keyplan_id} and record_id = any(${settled}::uuid[])`.execute(tx);
  if (admin_id === undefined) return;
  await sql`
    insert into key_plan_editor (keyplan_id, record_id, admin_id)
    select ${keyplan_id}, id, ${admin_id} from unnest(${[...pending]}::uuid[]) as id
    on conflict do nothing`.execute(tx);
}

/** After an activation. */
export async function forgetSettledEditors(tx: Tx, keyplanId: string): Promise<void> {
  await sql`
    delete from key_plan_editor where keyplan_id = ${keyplanId}
      and record_id not in (select record_id from ${pendingRecords(sql`${keyplanId}::uuid`)} as pending)`.execute(tx);
}

export async function listEditorIds(db: Db, keyplan_id: string, records: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ admin_id: string }>`
    select distinct admin_id from key_plan_editor
    where keyplan_id = ${keyplan_id} and record_id = any(${[...records]}::uuid[])`.execute(db);
  return rows.map(({ admin_id }) => admin_id);
}
