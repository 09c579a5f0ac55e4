import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/deps';

/** Active people of the identity sources of a plan. */
export const peopleOfPlan = (planId: RawBuilder<unknown>): RawBuilder<number> => sql`(
  select count(*)::int from person
  where active and connection_id in (select connection_id from key_plan_iam_connection where keyplan_id = ${planId}))`;

/** Doors of its key systems. */
export const doorsOfPlan = (planId: RawBuilder<unknown>): RawBuilder<number> => sql`(
  select count(*)::int from cylinder
  where deleted_at is null
    and connection_id in (select connection_id from key_plan_key_system where keyplan_id = ${planId}))`;

export type PlanTotals = { of_people: number; of_doors: number };

export async function countTotals(db: Db, planId: string): Promise<PlanTotals> {
  const id = sql`${planId}::uuid`;
  const { rows } = await sql<PlanTotals>`
    select ${peopleOfPlan(id)} as of_people, ${doorsOfPlan(id)} as of_doors`.execute(db);
  return rows[0] ?? { of_people: 0, of_doors: 0 };
}
