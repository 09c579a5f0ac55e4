import type { ConflictDecision, ConflictKind, conflicts } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import type { Selectable } from 'kysely';
import type { z } from 'zod';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps, Tx } from '#platform/deps';
import { AppError, invalidField, notFound } from '#platform/errors';
import type { Schema } from '#platform/schema/schema';

type Conflict = Selectable<Schema['directory_conflict']>;
type Said = z.output<typeof conflicts.decide.body>;

const decisionsOf: Record<ConflictKind, readonly ConflictDecision[]> = {
  same_number: ['is_this_one', 'both'],
  two_sources: ['is_this_one', 'both'],
  returner: ['same_person', 'new_person'],
};

/** @throws AppError not_found, conflict when it is decided already, validation_failed for what does not fit its kind */
export const decideConflict = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  caller: Caller,
  id: string,
  { decision, chosen, reason }: Said,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const conflict = await tx
      .selectFrom('directory_conflict')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!conflict) throw notFound('conflict');
    if (conflict.state !== 'open') throw new AppError('conflict', say('conflict.isDecided'));
    refuseUnfit(conflict, decision, chosen);
    if (conflict.kind === 'returner') await settleReturner(tx, conflict, decision);
    await tx
      .updateTable('directory_conflict')
      .set({ state: 'decided', decision, chosen, reason, decided_by: caller.name, decided_at: clock() })
      .where('id', '=', id)
      .execute();
    const { kind, value, people } = conflict;
    await recordEvent(tx, caller, 'directory_conflict.decided', {
      id,
      details: { kind, value, people: people.length, decision, chosen, reason },
    });
  });

function refuseUnfit({ kind, people, connection_id }: Conflict, decision: ConflictDecision, chosen?: string): void {
  if (!decisionsOf[kind].includes(decision)) throw invalidField('decision', say('conflict.otherDecision'));
  const isOne = people.some((one) => one.connection_id === connection_id && one.external_id === chosen);
  if (decision === 'is_this_one' ? !isOne : chosen !== undefined) throw invalidField('chosen', say('conflict.choose'));
}

/** From the next run on they join: under the id they had, or under one of their own. */
async function settleReturner(tx: Tx, { connection_id, value }: Conflict, decision: ConflictDecision): Promise<void> {
  await tx
    .updateTable('person')
    .set((q) => (decision === 'same_person' ? { forgotten_after: null } : { superseded_at: q.fn<Date>('now') }))
    .where('connection_id', '=', connection_id)
    .where('external_id', '=', value)
    .where('superseded_at', 'is', null)
    .where('left_at', 'is not', null)
    .execute();
  await tx
    .updateTable('source_person')
    .set({ is_another: false })
    .where('connection_id', '=', connection_id)
    .where('external_id', '=', value)
    .execute();
}
