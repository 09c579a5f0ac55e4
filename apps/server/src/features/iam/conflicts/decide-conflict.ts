import type { ConflictDecision, ConflictKind, conflicts } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import type { Selectable } from 'kysely';
import type { z } from 'zod';
import { recordEvents } from '#platform/audit/audit';
import type { Caller, Deps, Tx } from '#platform/deps';
import { AppError, invalidField, notFound } from '#platform/errors';
import type { Schema } from '#platform/schema/schema';
import { endDecisions, saveDecisions, standsFor } from '../../decisions/service';
import { noteSourceEvents } from '../../source-events/service';
import { noteOpened } from './save-conflicts';

type Conflict = Selectable<Schema['directory_conflict']>;
type Said = z.output<typeof conflicts.decide.body>;
type SaidOfMany = z.output<typeof conflicts.decideMany.body>;
type Clocked = Pick<Deps, 'db' | 'clock'>;

const decisionsOf: Record<ConflictKind, readonly ConflictDecision[]> = {
  same_number: ['is_this_one', 'both'],
  two_sources: ['is_this_one', 'both', 'stay_out'],
  returner: ['same_person', 'new_person'],
};

/** @throws AppError not_found, conflict when it is decided already, validation_failed for what does not fit its kind */
export const decideConflict = ({ db, clock }: Clocked, caller: Caller, id: string, said: Said): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const conflict = await tx
      .selectFrom('directory_conflict')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!conflict) throw notFound('conflict');
    if (conflict.state !== 'open') throw new AppError('conflict', say('conflict.isDecided'));
    refuseUnfit(conflict, said);
    await settle(tx, caller, [conflict], { ...said, at: clock() });
  });

/**
 * Makes one decision about the named conflicts, or about all open ones of the kind.
 * @throws AppError not_found of the source, validation_failed, conflict when one of them is decided already,
 *   confirmation_needed when they are not as many as was said
 */
export const decideConflicts = (
  { db, clock }: Clocked,
  caller: Caller,
  { connection_id, kind, decision, ids, expected, reason }: SaidOfMany,
): Promise<{ decided: number; decided_at: string }> =>
  db.transaction().execute(async (tx) => {
    if (!decisionsOf[kind].includes(decision)) throw invalidField('decision', say('conflict.otherDecision'));
    await refuseUnknownSource(tx, connection_id);
    const open = await tx
      .selectFrom('directory_conflict')
      .selectAll()
      .where('connection_id', '=', connection_id)
      .where('kind', '=', kind)
      .where('state', '=', 'open')
      .$if(ids !== undefined, (rows) => rows.where('id', 'in', ids ?? []))
      .orderBy('id')
      .forUpdate()
      .execute();
    if (ids && open.length < new Set(ids).size) throw new AppError('conflict', say('conflict.someAreDecided'));
    if (open.length !== expected) {
      throw new AppError('confirmation_needed', say('conflict.otherCount', { count: open.length }), {
        open: open.length,
      });
    }
    const at = clock();
    await settle(tx, caller, open, { decision, reason, at });
    return { decided: open.length, decided_at: at.toISOString() };
  });

/**
 * Opens again what was decided about numbers at one moment. A returner joins under the decision at once, so that stays.
 * @throws AppError not_found of the source or the decision, conflict when a run may have followed it already
 */
export const takeBackConflicts = (
  { db, clock }: Clocked,
  caller: Caller,
  { connection_id, decided_at }: z.output<typeof conflicts.takeBack.body>,
): Promise<number> =>
  db.transaction().execute(async (tx) => {
    await refuseUnknownSource(tx, connection_id);
    const at = new Date(decided_at);
    const run = await tx
      .selectFrom('sync_task')
      .select('id')
      .where('kind', '=', 'directory')
      .where('subject_id', '=', connection_id)
      .where((q) => q.or([q('completed_at', 'is', null), q('completed_at', '>=', at)]))
      .executeTakeFirst();
    if (run) throw new AppError('conflict', say('conflict.isFollowed'));
    const reopened = await tx
      .updateTable('directory_conflict as conflict')
      .from('decision')
      .set({ state: 'open', decision: null, chosen: null })
      .where('connection_id', '=', connection_id)
      .where('state', '=', 'decided')
      .where('kind', '<>', 'returner')
      .where(standsFor('directory_conflict', 'conflict.id'))
      .where('decision.decided_at', '=', at)
      .returning(['conflict.id', 'kind', 'value'])
      .execute();
    if (reopened.length === 0) throw notFound('conflict');
    const ids = reopened.map(({ id }) => id);
    await endDecisions(tx, { subject: 'directory_conflict', ids, by: caller.name, at: clock() });
    const events = reopened.map(({ id, kind, value }) => ({ id, details: { kind, value } }));
    await recordEvents(tx, caller, 'directory_conflict.taken_back', events);
    await noteOpened(
      tx,
      reopened.map(({ value }) => ({ connection_id, value })),
      caller.name,
    );
    return reopened.length;
  });

async function refuseUnknownSource(tx: Tx, id: string): Promise<void> {
  const source = await tx.selectFrom('iam_connection').select('id').where('id', '=', id).executeTakeFirst();
  if (!source) throw notFound('identity_source');
}

function refuseUnfit({ kind, people, connection_id }: Conflict, { decision, chosen }: Said): void {
  if (!decisionsOf[kind].includes(decision)) throw invalidField('decision', say('conflict.otherDecision'));
  const isOne = people.some((one) => one.connection_id === connection_id && one.external_id === chosen);
  if (decision === 'is_this_one' ? !isOne : chosen !== undefined) throw invalidField('chosen', say('conflict.choose'));
}

type Settled = Said & { at: Date };

/** Writes the decision down for conflicts of one kind and source, with an audit event for each. */
async function settle(
  tx: Tx,
  caller: Caller,
  decided: readonly Conflict[],
  { decision, chosen, reason, at }: Settled,
): Promise<void> {
  const ids = decided.map(({ id }) => id);
  await settleReturners(tx, decided, decision);
  await tx
    .updateTable('directory_conflict')
    .set({ state: 'decided', decision, chosen })
    .where('id', '=', (q) => q.fn.any(q.val(ids)))
    .execute();
  await saveDecisions(tx, { subject: 'directory_conflict', ids, choice: decision, reason, by: caller.name, at });
  const events = decided.map(({ id, kind, value, people }) => {
    return { id, details: { kind, value, people: people.length, decision, chosen, reason } };
  });
  await recordEvents(tx, caller, 'directory_conflict.decided', events);
  const settled = decided.map(({ connection_id, value }) => {
    const sentence = say('sourceEvent.conflictResolved', { value });
    return { connection_id, kind: 'conflict.resolved' as const, sentence, actor_name: caller.name };
  });
  await noteSourceEvents(tx, settled);
}

/** From the next run on they join: under the id they had, or under one of their own. */
async function settleReturners(tx: Tx, decided: readonly Conflict[], decision: ConflictDecision): Promise<void> {
  const [first] = decided;
  if (first?.kind !== 'returner') return;
  const values = decided.map(({ value }) => value);
  await tx
    .updateTable('person')
    .set((q) => (decision === 'same_person' ? { forgotten_after: null } : { superseded_at: q.fn<Date>('now') }))
    .where('connection_id', '=', first.connection_id)
    .where('external_id', '=', (q) => q.fn.any(q.val(values)))
    .where('superseded_at', 'is', null)
    .where('left_at', 'is not', null)
    .execute();
  await tx
    .updateTable('source_person')
    .set({ is_another: false })
    .where('connection_id', '=', first.connection_id)
    .where('external_id', '=', (q) => q.fn.any(q.val(values)))
    .execute();
}
