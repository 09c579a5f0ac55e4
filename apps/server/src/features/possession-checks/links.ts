import type { Input, Output, possessionChecks } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Db, Deps } from '#platform/deps';
import { AppError, invalidField } from '#platform/errors';
import { withinLinkLimit } from '#platform/sign-in/login-limits';
import { hashToken } from '#platform/sign-in/sessions';
import { asProduct } from '#platform/visible-to';
import { keysOf } from '../keys/relation';
import { peopleOf } from '../people/relation';

type Visit = { address: string; token: string };

/** What a link asks. @throws AppError link_expired for whatever token opens none, too_many_attempts */
export async function checkLink(
  deps: Deps,
  { address, token }: Visit,
): Promise<Output<typeof possessionChecks.checkLink>> {
  const found = await withinLinkLimit(deps, address, () => findOpen(deps.db, token));
  const keys = await listAsked(deps.db, found);
  const { person_name, started_by, due_at } = found;
  return { person_name, started_by, due_at: due_at.toISOString(), keys };
}

type Answered = Omit<Input<typeof possessionChecks.answer>['body'], 'token'>;

/**
 * Keeps what a holder says, once; no key changes hands by it.
 * @throws AppError link_expired, too_many_attempts, validation_failed for keys that were not asked, or with one not answered
 */
export function answerCheck(
  deps: Deps,
  caller: Caller,
  visit: Visit & Answered,
): Promise<Output<typeof possessionChecks.answer>> {
  return withinLinkLimit(deps, visit.address, () => keepAnswers(deps, caller, visit));
}

function keepAnswers(
  deps: Deps,
  caller: Caller,
  { address, token, answers, also_has = '' }: Visit & Answered,
): Promise<Output<typeof possessionChecks.answer>> {
  const now = deps.clock();
  return deps.db.transaction().execute(async (tx) => {
    const found = await findOpen(tx, token);
    const { check_id, person_id, person_name } = found;
    const { numUpdatedRows } = await tx
      .updateTable('possession_check_person')
      .set({ token_hash: null, former_token_hash: null, is_to_mail: false, answered_at: now, also_has })
      .where('check_id', '=', check_id)
      .where('person_id', '=', person_id)
      .where(isTokenOf(token))
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new AppError('link_expired', say('possession.notOpen'));
    const asked = await listAsked(tx, found);
    const said = new Map(answers.map((one) => [one.key_id, one]));
    if (said.size !== answers.length || answers.some(({ key_id }) => !asked.some(({ id }) => id === key_id)))
      throw invalidField('answers', say('possession.notAsked'));
    if (asked.some(({ id, is_returned }) => !is_returned && !said.has(id)))
      throw invalidField('answers', say('possession.incomplete'));
    // A key that has changed hands since the mail is no difference, whatever is said of it.
    const rows = asked.map(({ id, is_returned }) => ({
      id,
      answer: is_returned ? 'returned' : said.get(id)?.answer,
      note: said.get(id)?.note ?? '',
    }));
    await sql`
      update possession_check_key as asked set answer = said.answer, note = said.note
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as said(id uuid, answer text, note text)
      where asked.check_id = ${check_id} and asked.key_id = said.id`.execute(tx);
    const counts = Object.fromEntries(
      ['has', 'missing', 'elsewhere', 'returned'].map((name) => [
        name,
        rows.filter(({ answer }) => answer === name).length,
      ]),
    );
    const details = { ...counts, also_has: also_has !== '', from: address };
    await recordEvent(
      tx,
      { ...caller, actor: undefined, name: person_name, is_by_link: true },
      'possession_check.answered',
      { id: check_id, details },
    );
    return { answered_at: now.toISOString() };
  });
}

/** Of the last link, or of the one before while the mail of the last one has not been taken. */
const isTokenOf = (token: string) => {
  const hash = hashToken(token);
  return sql<boolean>`(token_hash = ${hash} or former_token_hash = ${hash})`;
};

async function findOpen(db: Db, token: string) {
  const row = await db
    .selectFrom('possession_check_person as holder')
    .innerJoin('possession_check as check', 'check.id', 'holder.check_id')
    .innerJoin(peopleOf(asProduct(db)), 'person.id', 'holder.person_id')
    .select(['holder.check_id', 'holder.person_id', 'person.display_name as person_name'])
    .select(['check.started_by', 'check.due_at'])
    .where(isTokenOf(token))
    .where('holder.answered_at', 'is', null)
    .where('check.ended_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw new AppError('link_expired', say('possession.notOpen'));
  return row;
}

async function listAsked(db: Db, { check_id, person_id }: { check_id: string; person_id: string }) {
  const { rows } = await sql<{ id: string; marking: string; name: string; is_returned: boolean }>`
    select key.id, key.marking, key.name,
      standing.state <> 'handed_out' or standing.person_id is distinct from asked.person_id as is_returned
    from possession_check_key as asked join ${keysOf(asProduct(db))} on key.id = asked.key_id
    join key_standing as standing on standing.key_id = key.id
    where asked.check_id = ${check_id} and asked.person_id = ${person_id} order by key.marking, key.id`.execute(db);
  return rows;
}
