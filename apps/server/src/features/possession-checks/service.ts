import type { Input, Output, PossessionCheck, possessionChecks } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps, Tx } from '#platform/deps';
import { AppError, invalidField, notFound } from '#platform/errors';
import { insertJob } from '#platform/jobs/job-rows';
import { linkMailProblem } from '#platform/mail/deliver-link';
import { asCaller, asProduct } from '#platform/visible-to';
import { keysOf } from '../keys/relation';
import { peopleOf } from '../people/relation';
import { getCheck } from './check-source';

/** Job that mails the links of one check, by its id. */
export const mailLinksJob = 'mail-possession-links';

type Desk = { deps: Deps; caller: Caller };
type Starting = Required<Input<typeof possessionChecks.start>['body']>;

/**
 * Asks the holders of keys that the caller may see, of one department or of all.
 * @throws AppError validation_failed, conflict where no links are mailed or no one has a key
 */
export async function startCheck(
  { deps, caller }: Desk,
  { department, due_at, language }: Starting,
): Promise<PossessionCheck> {
  if (Date.parse(due_at) <= deps.clock().getTime()) throw invalidField('due_at', say('keyDesk.dueInThePast'));
  const problem = linkMailProblem(deps);
  if (problem) throw new AppError('conflict', problem);
  const started = await deps.db.transaction().execute(async (tx) => {
    const [id, now, reader] = [deps.newId(), deps.clock(), asCaller(tx, caller)];
    const by = { started_at: now, started_by: caller.name, due_at, ended_at: null, ended_by: null };
    await tx
      .insertInto('possession_check')
      .values({ id, department, language, ...by })
      .execute();
    const held = sql`${keysOf(reader)} join key_standing as standing on standing.key_id = key.id and standing.state = 'handed_out'
      join ${peopleOf(reader)} on person.id = standing.person_id
      where key.deleted_at is null and (${department}::text is null or person.department = ${department})`;
    await sql`
      insert into possession_check_person (check_id, person_id, mail_address, is_to_mail)
      select distinct on (person.id) ${id}::uuid, person.id, nullif(btrim(person.email), ''),
        nullif(btrim(person.email), '') is not null from ${held}`.execute(tx);
    const { numAffectedRows: keys = 0n } = await sql`
      insert into possession_check_key (check_id, key_id, person_id) select ${id}::uuid, key.id, person.id from ${held}`.execute(
      tx,
    );
    if (keys === 0n) throw new AppError('conflict', say('possession.nobody'));
    await insertJob(tx, { kind: mailLinksJob, key: id });
    await recordEvent(tx, caller, 'possession_check.started', {
      id,
      details: { department, due_at, keys: Number(keys) },
    });
    return getCheck({ reader, now }, id);
  });
  deps.jobs.nudge();
  return started;
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

/** @throws AppError not_found, conflict when it has ended, forbidden where it asks holders whom the caller may not see */
export function endCheck({ deps, caller }: Desk, id: string): Promise<Output<typeof possessionChecks.end>> {
  return deps.db.transaction().execute(async (tx) => {
    const { answered, people } = await holdOpen(tx, { deps, caller }, id);
    const now = deps.clock();
    const all = await getCheck({ reader: asProduct(tx), now }, id);
    if (all.people > people) throw new AppError('forbidden', say('possession.partlyOutside'));
    await tx
      .updateTable('possession_check')
      .set({ ended_at: now, ended_by: caller.name })
      .where('id', '=', id)
      .execute();
    await tx
      .updateTable('possession_check_person')
      .set({ token_hash: null, former_token_hash: null, is_to_mail: false })
      .where('check_id', '=', id)
      .execute();
    await recordEvent(tx, caller, 'possession_check.ended', { id, details: { answered, people } });
    return getCheck({ reader: asCaller(tx, caller), now }, id);
  });
}

/** An open check that no one ends meanwhile. @throws AppError not_found, conflict */
async function holdOpen(tx: Tx, { deps, caller }: Desk, id: string): Promise<PossessionCheck> {
  const row = await tx.selectFrom('possession_check').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw notFound('possession_check');
  const check = await getCheck({ reader: asCaller(tx, caller), now: deps.clock() }, id);
  if (check.ended_at !== null) throw new AppError('conflict', say('possession.ended'));
  return check;
}
