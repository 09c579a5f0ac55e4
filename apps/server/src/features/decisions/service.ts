import { sql } from 'kysely';
import type { Tx } from '#platform/deps';
import type { DecisionSubject } from '#platform/schema/tables/schema-decisions';

/*
 * A person decides once about a subject, until the decision is ended: taken back, or followed by another one. Who may decide what,
 * what it does and its audit event belong to the feature that owns the subject; who decided, when and why is kept here.
 */

type NewDecision = {
  subject: DecisionSubject;
  ids: readonly string[];
  choice: string;
  reason?: string | null | undefined;
  by: string;
  at: Date;
};

/**
 * Saves one decision about each of the subjects, which the caller has locked. Fails where one exists: the caller refuses
 * that before, with a sentence that says why.
 */
export async function saveDecisions(tx: Tx, { subject, ids, choice, reason, by, at }: NewDecision): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    insert into decision (subject_kind, subject_id, choice, reason, decided_by, decided_at)
    select ${subject}, id, ${choice}, ${reason ?? ''}, ${by}, ${at}::timestamptz
    from unnest(${[...ids]}::uuid[]) as id`.execute(tx);
}

/** Ends the decisions that stand about these subjects; those without one stay as they are. */
export async function endDecisions(
  tx: Tx,
  { subject, ids, by, at }: Pick<NewDecision, 'subject' | 'ids' | 'by' | 'at'>,
): Promise<void> {
  await tx
    .updateTable('decision')
    .set({ ended_at: at, ended_by: by })
    .where('subject_kind', '=', subject)
    .where('subject_id', '=', (q) => q.fn.any(q.val([...ids])))
    .where('ended_at', 'is', null)
    .execute();
}

/** For a join: whether the row of `decision` is the one that stands about the subject with this id. */
export const standsFor = (subject: DecisionSubject, id: string) =>
  sql<boolean>`decision.subject_kind = ${sql.lit(subject)} and decision.subject_id = ${sql.ref(id)} and decision.ended_at is null`;
