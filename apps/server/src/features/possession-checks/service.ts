import type { Input, Output, PossessionCheck, possessionChecks } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps, Tx } from '#platform/deps';
import { AppError, invalidField, notFound } from '#platform/errors';
import { insertJob } from '#platform/jobs/job-rows';
import { linkMailProblem } from '#platform/mail/deliver-link';
import { asCaller, asProduct } from '#platform/visible-to';
import { peopleOf } from '../people/relation';
import { type Answered, keepAnswers } from './answers';
import { checkScope, freezeAsked } from './asked-keys';
import { getCheck } from './check-source';

/** Job that mails the links of one check, by its id. */
export const mailLinksJob = 'mail-possession-links';

/** Of a holder who is not to answer by a link any more. */
export const noLink = { token_hash: null, former_token_hash: null, is_to_mail: false };

type Desk = { deps: Deps; caller: Caller };
type Starting = Required<Input<typeof possessionChecks.start>['body']>;

/**
 * Asks the holders of keys that the caller may see, of all or of a part.
 * @throws AppError validation_failed, conflict where no links are mailed or no one has a key, forbidden to repeat
 */
export async function startCheck(
  { deps, caller }: Desk,
  { scope, rings, due_at, language, repeat_months }: Starting,
): Promise<PossessionCheck> {
  const now = deps.clock();
  if (Date.parse(due_at) <= now.getTime()) throw invalidField('due_at', say('keyDesk.dueInThePast'));
  const problem = linkMailProblem(deps);
  if (problem) throw new AppError('conflict', problem);
  if (repeat_months !== null) mayRepeat(caller);
  const next_at = nextAt(now, repeat_months);
  if (next_at && next_at <= new Date(due_at)) throw invalidField('repeat_months', say('possession.repeatsTooSoon'));
  const started = await deps.db.transaction().execute(async (tx) => {
    const [id, reader] = [deps.newId(), asCaller(tx, caller)];
    const asked = await checkScope(reader, { ...scope, rings });
    const by = { started_at: now, started_by: caller.name, due_at, ended_at: null, ended_by: null };
    await tx
      .insertInto('possession_check')
      .values({ id, ...asked, language, ...by, repeat_months, next_at })
      .execute();
    const keys = await freezeAsked(tx, { reader, id, scope: asked });
    if (keys === 0) throw new AppError('conflict', say('possession.nobody'));
    await insertJob(tx, { kind: mailLinksJob, key: id });
    const details = { departments: scope.departments, places: scope.places, rings, due_at, repeat_months, keys };
    await recordEvent(tx, caller, 'possession_check.started', { id, details });
    return getCheck({ reader, now }, id);
  });
  deps.jobs.nudge();
  return started;
}

/** A repetition asks everybody whom the scope of the check names. @throws AppError forbidden */
function mayRepeat({ actor }: Caller): void {
  if (actor?.scope?.departments) throw new AppError('forbidden', say('possession.repeatsForAll'));
}

/** A month that is too short has the moment on its last day. */
export function nextAt(from: Date, months: number | null): Date | null {
  if (months === null) return null;
  const next = new Date(from);
  next.setUTCDate(1);
  next.setUTCMonth(next.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1, 0)).getUTCDate();
  next.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return next;
}

/**
 * Of the newest of a row of repetitions, ended or not.
 * @throws AppError not_found, forbidden, conflict where it has been repeated already, validation_failed
 */
export function setRepetition(
  { deps, caller }: Desk,
  { id, repeat_months }: { id: string; repeat_months: number | null },
): Promise<PossessionCheck> {
  mayRepeat(caller);
  return deps.db.transaction().execute(async (tx) => {
    const now = deps.clock();
    const check = await holdCheck(tx, { deps, caller }, id);
    if (check.repeat_months !== null && check.next_at === null)
      throw new AppError('conflict', say('possession.isRepeated'));
    const next_at = nextAt(new Date(check.started_at), repeat_months);
    if (next_at && (next_at <= now || next_at <= new Date(check.due_at)))
      throw invalidField('repeat_months', say('possession.repeatsTooSoon'));
    await tx.updateTable('possession_check').set({ repeat_months, next_at }).where('id', '=', id).execute();
    await recordEvent(tx, caller, 'possession_check.repetition_set', { id, details: { repeat_months } });
    return getCheck({ reader: asCaller(tx, caller), now }, id);
  });
}

/** @throws AppError not_found, conflict when it has ended or all were mailed within a day */
export async function remindHolders({ deps, caller }: Desk, id: string): Promise<{ mails: number }> {
  const reminded = await deps.db.transaction().execute(async (tx) => {
    await holdOpen(tx, { deps, caller }, id);
    const reader = asCaller(tx, caller);
    const dayAgo = new Date(deps.clock().getTime() - 86_400_000);
    const { numAffectedRows = 0n } = await sql`
      update possession_check_person as holder set is_to_mail = true, problem = null
      where holder.check_id = ${id} and holder.answered_at is null and holder.mail_address is not null and not holder.is_to_mail
        and (holder.mailed_at is null or holder.mailed_at < ${dayAgo})
        and holder.person_id in (select person.id from ${peopleOf(reader)})`.execute(tx);
    const mails = Number(numAffectedRows);
    if (mails === 0) throw new AppError('conflict', say('possession.noneToRemind'));
    await insertJob(tx, { kind: mailLinksJob, key: id });
    await recordEvent(tx, caller, 'possession_check.reminded', { id, details: { mails } });
    return { mails };
  });
  deps.jobs.nudge();
  return reminded;
}

/**
 * Keeps what a holder has answered on paper or at the desk, once.
 * @throws AppError not_found, conflict when it has ended or they have answered, validation_failed
 */
export function enterAnswers(
  { deps, caller }: Desk,
  { id, person_id, ...said }: Answered & { id: string; person_id: string },
): Promise<Output<typeof possessionChecks.enter>> {
  return deps.db.transaction().execute(async (tx) => {
    await holdOpen(tx, { deps, caller }, id);
    const now = deps.clock();
    const holder = { check_id: id, person_id };
    const row = await tx
      .selectFrom('possession_check_person as holder')
      .innerJoin(peopleOf(asCaller(tx, caller)), 'person.id', 'holder.person_id')
      .select('holder.answered_at')
      .where('holder.check_id', '=', id)
      .where('holder.person_id', '=', person_id)
      .executeTakeFirst();
    if (!row) throw notFound('person');
    const { numUpdatedRows } = await tx
      .updateTable('possession_check_person')
      .set({ ...noLink, answered_at: now, answered_by: caller.name, also_has: said.also_has ?? '' })
      .where('check_id', '=', id)
      .where('person_id', '=', person_id)
      .where('answered_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new AppError('conflict', say('possession.isAnswered'));
    return keepAnswers(tx, { caller, holder, said, details: { person_id }, now });
  });
}

/** @throws AppError not_found, conflict when it has ended, forbidden where it asks holders whom the caller may not see */
export function endCheck({ deps, caller }: Desk, id: string): Promise<Output<typeof possessionChecks.end>> {
  return deps.db.transaction().execute(async (tx) => {
    const { answered, people } = await holdOpen(tx, { deps, caller }, id);
    const now = deps.clock();
    const all = await getCheck({ reader: asProduct(tx), now }, id);
    if (all.people > people) throw new AppError('forbidden', say('possession.partlyOutside'));
    await endLinks(tx, { id, now, ended_by: caller.name });
    await recordEvent(tx, caller, 'possession_check.ended', { id, details: { answered, people } });
    return getCheck({ reader: asCaller(tx, caller), now }, id);
  });
}

export async function endLinks(
  tx: Tx,
  { id, now, ended_by }: { id: string; now: Date; ended_by: string | null },
): Promise<void> {
  await tx.updateTable('possession_check').set({ ended_at: now, ended_by }).where('id', '=', id).execute();
  await tx.updateTable('possession_check_person').set(noLink).where('check_id', '=', id).execute();
}

/** An open check that no one ends meanwhile. @throws AppError not_found, conflict */
async function holdOpen(tx: Tx, desk: Desk, id: string): Promise<PossessionCheck> {
  const check = await holdCheck(tx, desk, id);
  if (check.ended_at !== null) throw new AppError('conflict', say('possession.ended'));
  return check;
}

/** A check that no one changes meanwhile. @throws AppError not_found */
async function holdCheck(tx: Tx, { deps, caller }: Desk, id: string): Promise<PossessionCheck> {
  const row = await tx.selectFrom('possession_check').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw notFound('possession_check');
  return getCheck({ reader: asCaller(tx, caller), now: deps.clock() }, id);
}
