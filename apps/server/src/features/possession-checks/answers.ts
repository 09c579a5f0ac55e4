import type { Input, Output, possessionChecks } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Db, Tx } from '#platform/deps';
import { invalidField } from '#platform/errors';
import { asProduct } from '#platform/visible-to';
import { keysOf } from '../keys/relation';

type Holder = { check_id: string; person_id: string };
export type Answered = Pick<Input<typeof possessionChecks.enter>['body'], 'answers' | 'also_has'>;

/** The keys a holder is asked about. */
export async function listAsked(db: Db, { check_id, person_id }: Holder) {
  const { rows } = await sql<{ id: string; marking: string; name: string; is_returned: boolean }>`
    select key.id, key.marking, key.name,
      standing.state <> 'handed_out' or standing.person_id is distinct from asked.person_id as is_returned
    from possession_check_key as asked join ${keysOf(asProduct(db))} on key.id = asked.key_id
    join key_standing as standing on standing.key_id = key.id
    where asked.check_id = ${check_id} and asked.person_id = ${person_id} order by key.marking, key.id`.execute(db);
  return rows;
}

/**
 * Keeps what a holder says of each key; no key changes hands by it. That they have answered is kept by the caller.
 * @throws AppError validation_failed for keys that were not asked, or with one not answered
 */
export async function keepAnswers(
  tx: Tx,
  { caller, holder, said: { answers, also_has = '' }, details: more, now }: Keeping,
): Promise<Output<typeof possessionChecks.answer>> {
  const asked = await listAsked(tx, holder);
  const said = new Map(answers.map((one) => [one.key_id, one]));
  if (said.size !== answers.length || answers.some(({ key_id }) => !asked.some(({ id }) => id === key_id)))
    throw invalidField('answers', say('possession.notAsked'));
  if (asked.some(({ id, is_returned }) => !is_returned && !said.has(id)))
    throw invalidField('answers', say('possession.incomplete'));
  // A key that has changed hands since it was asked about is no difference, whatever is said of it.
  const rows = asked.map(({ id, is_returned }) => ({
    id,
    answer: is_returned ? 'returned' : said.get(id)?.answer,
    note: said.get(id)?.note ?? '',
  }));
  await sql`
    update possession_check_key as asked set answer = said.answer, note = said.note
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as said(id uuid, answer text, note text)
    where asked.check_id = ${holder.check_id} and asked.key_id = said.id`.execute(tx);
  const counts = Object.fromEntries(
    ['has', 'missing', 'elsewhere', 'returned'].map((name) => [
      name,
      rows.filter(({ answer }) => answer === name).length,
    ]),
  );
  const details = { ...counts, also_has: also_has !== '', ...more };
  await recordEvent(tx, caller, 'possession_check.answered', { id: holder.check_id, details });
  return { answered_at: now.toISOString() };
}

type Keeping = { caller: Caller; holder: Holder; said: Answered; details: Record<string, string>; now: Date };
