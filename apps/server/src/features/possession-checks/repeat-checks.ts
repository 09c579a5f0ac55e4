import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps, Tx } from '#platform/deps';
import { insertJob } from '#platform/jobs/job-rows';
import { asProduct } from '#platform/visible-to';
import { freezeAsked } from './asked-keys';
import { endLinks, mailLinksJob, nextAt } from './service';

type Needed = Pick<Deps, 'db' | 'clock' | 'newId' | 'signEvent'>;

const dayMs = 86_400_000;

/**
 * Begins anew each check whose time has come, in a transaction each, and ends the one before: no one has links of two. Of what was
 * missed while nothing ran, one begins. Several processes may do it.
 * @returns how many have begun
 */
export async function repeatChecks(deps: Needed & Pick<Deps, 'jobs'>): Promise<number> {
  let begun = 0;
  while (await deps.db.transaction().execute((tx) => repeatOne(tx, deps))) begun++;
  if (begun > 0) deps.jobs.nudge();
  return begun;
}

async function repeatOne(tx: Tx, deps: Needed): Promise<boolean> {
  const now = deps.clock();
  const former = await tx
    .selectFrom('possession_check')
    .selectAll()
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!former?.next_at || !former.repeat_months) return false;
  const caller: Caller = { actor: undefined, name: 'possession checks', request_id: null, sign: deps.signEvent };
  const { departments, places, rings, language, started_by, repeat_months } = former;
  const lasted = former.due_at.getTime() - former.started_at.getTime();
  const [id, due_at] = [deps.newId(), new Date(now.getTime() + lasted)];
  const isPunctual = now.getTime() - former.next_at.getTime() < dayMs;
  const next_at = nextAt(isPunctual ? former.next_at : now, repeat_months);
  await tx.updateTable('possession_check').set({ next_at: null }).where('id', '=', former.id).execute();
  if (former.ended_at === null) {
    await endLinks(tx, { id: former.id, now, ended_by: null });
    await recordEvent(tx, caller, 'possession_check.ended', { id: former.id, details: { repeated_by: id } });
  }
  const next = { started_at: now, started_by, due_at, ended_at: null, ended_by: null, is_repetition: true };
  await tx
    .insertInto('possession_check')
    .values({ id, departments, places, rings, language, ...next, repeat_months, next_at })
    .execute();
  // Where no one has a key just now, it is a check of no one, and the next comes at its time.
  const keys = await freezeAsked(tx, { reader: asProduct(tx), id, scope: { departments, places, rings } });
  await insertJob(tx, { kind: mailLinksJob, key: id });
  await recordEvent(tx, caller, 'possession_check.started', {
    id,
    details: { repeats: former.id, due_at: due_at.toISOString(), repeat_months, keys },
  });
  return true;
}
