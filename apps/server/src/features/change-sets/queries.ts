import type { Subject } from '@key2xs/contract';
import type { Sentence } from '@key2xs/texts';
import { type Insertable, sql, type Updateable } from 'kysely';
import { storableJson } from '#platform/database/storable-json';
import type { Db } from '#platform/deps';
import type { ChangeSetRow, ItemRow, Schema } from '#platform/schema/schema';

/** What is shown of an item. */
export type ShownItem = Pick<
  ItemRow,
  'ordinal' | 'kind' | 'person_id' | 'label' | 'reference' | 'detail' | 'before' | 'after' | 'message' | 'outcome'
>;

export const findChangeSet = (db: Db, id: string): Promise<ChangeSetRow | undefined> =>
  db.selectFrom('change_set').selectAll().where('id', '=', id).executeTakeFirst();

/** Locks it until the transaction ends, so that only one decision at a time is made. */
export const lockChangeSet = (db: Db, id: string): Promise<ChangeSetRow | undefined> =>
  db.selectFrom('change_set').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Name and removal limit of a change set's connection. */
export const findConnection = (db: Db, { table, id }: Subject) =>
  db.selectFrom(table).select(['name', 'guard_limit_percent']).where('id', '=', id).executeTakeFirstOrThrow();

export const insertChangeSet = (db: Db, row: Insertable<Schema['change_set']>): Promise<ChangeSetRow> =>
  db.insertInto('change_set').values(row).returningAll().executeTakeFirstOrThrow();

export async function updateChangeSet(
  db: Db,
  id: string,
  set: Updateable<Schema['change_set']>,
): Promise<ChangeSetRow> {
  return db.updateTable('change_set').set(set).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/** One statement per batch. Each item is the JSON of a `NewItem`. */
export async function insertItems(db: Db, changeSetId: string, items: readonly string[]): Promise<void> {
  if (items.length === 0) return;
  await sql`
    insert into change_set_item
      (change_set_id, ordinal, kind, person_id, label, reference, detail, before, after, source_hash, write, outcome,
        message)
    select ${changeSetId}, ordinal, kind, person_id, label, reference, detail, before, after, source_hash, write,
      coalesce(outcome, 'pending'), message
    from jsonb_to_recordset(${`[${items.join()}]`}::jsonb) as item(
      ordinal int, kind text, person_id uuid, label text, reference text, detail text,
      before jsonb, after jsonb, source_hash text, write jsonb, outcome text, message jsonb)`.execute(db);
}

/** Drops items that a worker wrote after its last saved progress. */
export async function dropItemsAfter(db: Db, changeSetId: string, ordinal: number): Promise<void> {
  await db
    .deleteFrom('change_set_item')
    .where('change_set_id', '=', changeSetId)
    .where('ordinal', '>', ordinal)
    .execute();
}

export type Held = { ordinal: number; message: Sentence };

/** Marks items as held: they change nothing until a person decides. */
export async function holdItems(db: Db, changeSetId: string, held: readonly Held[]): Promise<void> {
  if (held.length === 0) return;
  const rows = held.map(({ ordinal, message }) => ({ ordinal, message }));
  await sql`
    update change_set_item as item set kind = 'conflict', person_id = null, message = held.message
    from jsonb_to_recordset(${storableJson(rows)}::jsonb) as held(ordinal int, message jsonb)
    where item.change_set_id = ${changeSetId} and item.ordinal = held.ordinal`.execute(db);
}

export type ItemOutcome = { ordinal: number; message: Sentence | null };

/** Marks a range as done, except waiting items and failed ones, which get their message. */
export async function saveOutcomes(
  db: Db,
  changeSetId: string,
  range: { from: number; to: number; failed: readonly ItemOutcome[] },
): Promise<void> {
  await sql`
    update change_set_item as item
    set outcome = case when failed.ordinal is not null then 'failed' when item.outcome = 'waiting' then 'waiting' else 'done' end,
      message = coalesce(failed.message, item.message)
    from change_set_item as same
    left join jsonb_to_recordset(${storableJson(range.failed)}::jsonb) as failed(ordinal int, message jsonb)
      on failed.ordinal = same.ordinal
    where item.change_set_id = ${changeSetId} and item.ordinal between ${range.from} and ${range.to}
      and same.change_set_id = item.change_set_id and same.ordinal = item.ordinal`.execute(db);
}
