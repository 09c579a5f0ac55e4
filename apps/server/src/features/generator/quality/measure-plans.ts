import { copyAccess, planQuality } from '@key2xs/domain';
import { sql } from 'kysely';
import type { Deps } from '#platform/deps';
import { inSlices } from '#platform/in-slices';
import { boundOfRelation } from './bound';

type Needs = Pick<Deps, 'db' | 'access' | 'runner' | 'log' | 'clock'>;

/** Once a night: a plan is measured when its last figures are older. */
const hoursBetween = 20;
const daysKept = 400;
const boundWithinMs = 30_000;

/** Measures the active plans whose figures are a night old, one after the other, and forgets the oldest figures. */
export async function measurePlans(deps: Needs, signal?: AbortSignal): Promise<void> {
  const { db } = deps;
  await db.deleteFrom('plan_quality').where('at', '<', sql<Date>`now() - make_interval(days => ${daysKept})`).execute();
  const due = await db
    .selectFrom('key_plan as plan')
    .select('id')
    .where('is_active', '=', true)
    .where(
      sql<boolean>`not exists (
        select from plan_quality where keyplan_id = plan.id and at > now() - make_interval(hours => ${hoursBetween}))`,
    )
    .execute();
  for (const { id } of due) {
    if (signal?.aborted) return;
    await measurePlan(deps, id, signal);
  }
}

async function measurePlan({ db, access, runner, log, clock }: Needs, keyplan_id: string, signal?: AbortSignal) {
  const index = copyAccess((await access.whole()).index); // before anybody else patches it
  const { relation, rights, byAttributes, profiles, links, rules } = await inSlices(planQuality(index, keyplan_id));
  const order = { relation, withinMs: boundWithinMs };
  const bound = await runner.run(boundOfRelation, order, { ...(signal && { signal }) });
  if (!bound.ok) return log.warn({ plan: keyplan_id, reason: bound.reason }, 'plan not measured');
  const coverage = rights === 0 ? 0 : byAttributes / rights;
  const row = { keyplan_id, at: clock(), profiles, links, rules, coverage, lower_bound: bound.answer };
  await db.insertInto('plan_quality').values(row).execute();
}
