import { type RawBuilder, sql } from 'kysely';

/** What key plans say: rows of `key_plan_part`, under that name. */
export type Parts = RawBuilder<unknown>;

export const partsInForce: Parts = sql`(select * from key_plan_part where until is null) as key_plan_part`;

/** What was in force at a moment: of each plan, the parts of the version that was its latest then. */
export const partsAt = (at: Date): Parts => sql`(
  select part.* from key_plan_part as part
  join (
    select keyplan_id, max(number) as number from key_plan_version where at <= ${at}::timestamptz group by keyplan_id
  ) as version on version.keyplan_id = part.keyplan_id
  where part.since <= version.number and (part.until is null or part.until > version.number)) as key_plan_part`;
