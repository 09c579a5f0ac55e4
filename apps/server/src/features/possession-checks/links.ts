import type { Output, possessionChecks } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import type { Caller, Db, Deps } from '#platform/deps';
import { AppError } from '#platform/errors';
import { withinLinkLimit } from '#platform/sign-in/login-limits';
import { hashToken } from '#platform/sign-in/sessions';
import { asProduct } from '#platform/visible-to';
import { peopleOf } from '../people/relation';
import { type Answered, keepAnswers, listAsked } from './answers';
import { noLink } from './service';

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

/**
 * Keeps what a holder says, once; no key changes hands by it.
 * @throws AppError link_expired, too_many_attempts, validation_failed for keys that were not asked, or with one not answered
 */
export function answerCheck(
  deps: Deps,
  caller: Caller,
  visit: Visit & Answered,
): Promise<Output<typeof possessionChecks.answer>> {
  return withinLinkLimit(deps, visit.address, () => answerByLink(deps, caller, visit));
}

function answerByLink(
  deps: Deps,
  caller: Caller,
  { address, token, ...said }: Visit & Answered,
): Promise<Output<typeof possessionChecks.answer>> {
  const now = deps.clock();
  return deps.db.transaction().execute(async (tx) => {
    const { check_id, person_id, person_name } = await findOpen(tx, token);
    const { numUpdatedRows } = await tx
      .updateTable('possession_check_person')
      .set({ ...noLink, answered_at: now, also_has: said.also_has ?? '' })
      .where('check_id', '=', check_id)
      .where('person_id', '=', person_id)
      .where(isTokenOf(token))
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new AppError('link_expired', say('possession.notOpen'));
    const holder = { check_id, person_id };
    const person: Caller = { ...caller, actor: undefined, name: person_name, is_by_link: true };
    return keepAnswers(tx, { caller: person, holder, said, details: { from: address }, now });
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
