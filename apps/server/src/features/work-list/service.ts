import { workSignature } from '@key2xs/domain';
import { say } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { type Selectable, sql } from 'kysely';
import type { Db, Deps, Tx } from '#platform/deps';
import type { Schema } from '#platform/schema/schema';
import { withinScopeOf } from '#platform/sign-in/within-scope-of';
import { linkAwaited } from '../recorded/service';
import { closeDone } from './close-done';
import { describeWork } from './describe/describe-work';
import { loadDoorNames } from './describe/door-names';
import { listAwaited } from './list-awaited';
import { listSeen } from './queries';
import { asWrite } from './work-row';

export { describeHours } from './describe/describe-profile';
export { type Entered, type HandSource, requestWorkByHand, type WorkByHand } from './work-by-hand';

const assignedTo = (db: Db, adminId: string) =>
  db.selectFrom('work_item').where('assigned_to', '=', adminId).where('state', '=', 'open');

/** Open entries that are assigned to this administrator. */
export async function countAssigned(db: Db, adminId: string): Promise<number> {
  const counted = assignedTo(db, adminId).select((q) => q.fn.countAll<string>().as('count'));
  return Number((await counted.executeTakeFirstOrThrow()).count);
}

/** Whether an administrator may see every open entry that is assigned to the other. */
export async function mayTakeAssigned(db: Db, from: string, to: string): Promise<boolean> {
  const ids = (await assignedTo(db, from).select('id').execute()).map(({ id }) => id);
  return (await listSeen(await withinScopeOf(db, to), ids)).size === ids.length;
}

/** The caller records it, and checks whether the other one may work on them. */
export async function handOverAssigned(tx: Tx, from: string, to: string): Promise<void> {
  const ids = assignedTo(tx, from).select('id');
  await tx.updateTable('work_item').set({ assigned_to: to }).where('id', 'in', ids).execute();
}

type Item = Selectable<Schema['change_set_item']>;
type ChangeSet = Pick<Selectable<Schema['change_set']>, 'id' | 'created_at'>;

/**
 * Puts waiting items onto a connection's work list. An entry already listed keeps its age and assignee and is updated
 * from the plan. Skips work ticked while the change set waited.
 */
export async function placeWork(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'newId'>,
  { connectionId, changeSet, items }: { connectionId: string; changeSet: ChangeSet; items: readonly Item[] },
): Promise<void> {
  if (items.length === 0) return;
  const doors = await loadDoorNames(tx, connectionId, items);
  const rows = items.map((item) => {
    const { ordinal, kind, person_id, label, reference, before, after, message } = item;
    const described = describeWork(item, doors);
    const search_text = [label, reference, renderSentence(described.what)].join(' ').toLowerCase();
    const write = item.write ?? {};
    const signature = workSignature(asWrite({ kind, write }));
    return {
      id: deps.newId(),
      ordinal,
      kind,
      person_id,
      label,
      reference,
      before,
      after,
      write,
      signature,
      ...described,
      why: message ?? say('because.aRule'),
      search_text,
    };
  });
  await sql`
    insert into work_item (id, connection_id, change_set_id, kind, signature, person_id, label, reference, what, place, why,
      before, after, write, ordinal, search_text, created_at)
    select id, ${connectionId}, ${changeSet.id}, kind, signature, person_id, label, reference, what, place, why,
      before, after, write, ordinal, search_text, ${deps.clock()}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as item(
      id uuid, ordinal int, kind text, signature text, person_id uuid, label text, reference text, what jsonb, place jsonb,
      why jsonb, before jsonb, after jsonb, write jsonb, search_text text)
    where not exists (
      select from work_item as ticked
      where ticked.connection_id = ${connectionId} and ticked.signature = item.signature and ticked.state = 'done'
        and ticked.closed_at >= ${changeSet.created_at})
    on conflict (connection_id, signature) where state = 'open' do update
    set label = excluded.label, reference = excluded.reference, what = excluded.what, place = excluded.place,
      why = excluded.why, before = excluded.before, after = excluded.after, write = excluded.write,
      ordinal = excluded.ordinal, search_text = excluded.search_text`.execute(tx);
}

/**
 * Closes entries that a fully applied change set no longer asks for: as done if recorded so, else as withdrawn.
 * @returns the number of entries closed
 */
export async function settleWork(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  { connectionId, changeSetId }: { connectionId: string; changeSetId: string },
): Promise<number> {
  const done = await closeDone(tx, deps, connectionId, 'sync');
  const { numAffectedRows } = await sql`
    update work_item as entry
    set state = 'withdrawn', closed_by = 'sync', closed_at = ${deps.clock()}
    where entry.connection_id = ${connectionId} and entry.state = 'open' and entry.subject_id is null and not exists (
      select from change_set_item as item
      where item.change_set_id = ${changeSetId} and item.outcome = 'waiting'
        and concat_ws(' ', item.kind, item.write ->> 'profile_reference', item.write ->> 'person_reference',
          item.write ->> 'reference') = entry.signature)`.execute(tx);
  return done + Number(numAffectedRows ?? 0);
}

/**
 * Closes open entries that the fresh mirror shows as done; call in the transaction that saved the read. Also links
 * persons made by hand and adopts their data. @returns the number closed
 */
export async function tickWorkList(tx: Tx, deps: Pick<Deps, 'clock'>, connectionId: string): Promise<number> {
  const connection = await tx
    .selectFrom('key_system_connection')
    .select('capabilities')
    .where('id', '=', connectionId)
    .executeTakeFirst();
  if (connection?.capabilities.includes('read_persons')) {
    await linkAwaited(tx, connectionId, await listAwaited(tx, connectionId));
  }
  return closeDone(tx, deps, connectionId, 'read');
}

/** Signatures of removals already on the work list. */
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
