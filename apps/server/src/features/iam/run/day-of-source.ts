import type { Deps } from '#platform/deps';

/**
 * Today where the people of a source work, as `2026-11-30`: by the clock of the first plan that reads the source, else by
 * the clock of the machine.
 */
export async function todayOf({ db, clock }: Pick<Deps, 'db' | 'clock'>, connectionId: string): Promise<string> {
  const plan = await db
    .selectFrom('key_plan as plan')
    .innerJoin('key_plan_iam_connection as link', 'link.keyplan_id', 'plan.id')
    .select('plan.time_zone')
    .where('link.connection_id', '=', connectionId)
    .orderBy('plan.created_at')
    .orderBy('plan.id')
    .executeTakeFirst();
  const day = new Intl.DateTimeFormat('en-CA', {
    timeZone: plan?.time_zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return day.format(clock());
}
