import { sql } from 'kysely';
import type { Db } from '#platform/deps';

/** Runs that ended earlier and from which no plan was drafted. */
const daysOfRuns = 180;
const daysOfEvents = 30;

/** Deletes runs and their events when they are older than they are kept. */
export async function forgetRuns(db: Db): Promise<void> {
  const runs = await db
    .selectFrom('generator_run')
    .select('id')
    .where('finished_at', '<', daysAgo(daysOfRuns))
    .where('drafted_key_plan_id', 'is', null)
    .execute();
  await deleteRuns(
    db,
    runs.map(({ id }) => id),
  );
  const old = db.selectFrom('generator_run').select('id').where('finished_at', '<', daysAgo(daysOfEvents));
  await db.deleteFrom('generator_event').where('run_id', 'in', old).execute();
}

/** In parts, so that no statement takes long. */
export async function deleteRuns(db: Db, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await db.deleteFrom('generator_event').where('run_id', '=', id).execute();
    await db.deleteFrom('generator_found').where('run_id', '=', id).execute();
    await db.deleteFrom('generator_finding').where('run_id', '=', id).execute();
    await db.deleteFrom('generator_suggestion').where('run_id', '=', id).execute();
    await db.deleteFrom('generator_data').where('run_id', '=', id).execute();
    await db.deleteFrom('generator_run').where('id', '=', id).execute();
  }
}

const daysAgo = (days: number) => sql<Date>`now() - make_interval(days => ${days})`;
