import { sql } from 'kysely';
import type { Db } from '#platform/deps';

/** Deletes versions of deleted plans once the time in which they granted access is out of retention. */
export async function forgetDeletedPlans(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const forgotten = sql`
      select version.keyplan_id from key_plan_version as version, memory
      where version.cause = 'deleted' and version.at <= memory.kept_since`;
    await sql`delete from key_plan_part where keyplan_id in (${forgotten})`.execute(tx);
    await sql`delete from key_plan_version where keyplan_id in (${forgotten})`.execute(tx);
  });
}
