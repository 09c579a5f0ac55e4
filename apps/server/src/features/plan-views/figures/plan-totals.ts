import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '#platform/visible-to';
import { doorsOf } from '../../cylinders/relation';
import { peopleOf } from '../../people/relation';

type Scope = Pick<Reader, 'viewer'>;

/** Active people of the identity sources of a plan. */
export const peopleOfPlan = (reader: Scope, planId: RawBuilder<unknown>): RawBuilder<number> => sql`(
  select count(*)::int from ${peopleOf(reader)}
  where active and connection_id in (select connection_id from key_plan_iam_connection where keyplan_id = ${planId}))`;

/** Doors of its key systems. */
export const doorsOfPlan = (reader: Scope, planId: RawBuilder<unknown>): RawBuilder<number> => sql`(
  select count(*)::int from ${doorsOf(reader)}
  where deleted_at is null
    and connection_id in (select connection_id from key_plan_key_system where keyplan_id = ${planId}))`;

export type PlanTotals = { of_people: number; of_doors: number };

export async function countTotals(reader: Reader, planId: string): Promise<PlanTotals> {
  const id = sql`${planId}::uuid`;
  const { rows } = await sql<PlanTotals>`
    select ${peopleOfPlan(reader, id)} as of_people, ${doorsOfPlan(reader, id)} as of_doors`.execute(reader.db);
  return rows[0] ?? { of_people: 0, of_doors: 0 };
}
