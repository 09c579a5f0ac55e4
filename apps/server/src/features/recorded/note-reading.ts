import { sql } from 'kysely';
import type { Db, Tx } from '#platform/deps';
import { insertJob, insertUrgentJob } from '#platform/jobs/job-rows';

/** Job that looks at what keys and cylinders of a key system hold, by the id of the connection. */
export const lookAtKeysJob = 'look-at-keys';

type Happening = 'written' | 'listed' | 'asked';

/**
 * Has what keys hold computed again. `written`: our own write, or a reading apart from the keys, has changed what is recorded. `listed`: a
 * reading has changed persons or profiles, and goes on. `asked`: something else has changed that it depends on.
 */
export async function noteRights(tx: Tx, connectionId: string, happening: Happening): Promise<void> {
  const at = sql`clock_timestamp()`;
  const column = sql.ref(happening === 'listed' ? 'listed_at' : 'written_at');
  if (happening === 'asked') {
    await sql`insert into recorded_reading (connection_id, is_urgent) values (${connectionId}, true)
      on conflict (connection_id) do update set is_urgent = true`.execute(tx);
    await insertUrgentJob(tx, { kind: lookAtKeysJob, key: connectionId });
  } else {
    await sql`insert into recorded_reading (connection_id, ${column}) values (${connectionId}, ${at})
      on conflict (connection_id) do update set ${column} = ${at}`.execute(tx);
  }
  if (happening === 'written') await insertJob(tx, { kind: lookAtKeysJob, key: connectionId });
}

/** A reading that began then has listed persons, profiles and keys to their ends. */
export async function noteReading(tx: Tx, connectionId: string, began_at: Date): Promise<void> {
  await sql`insert into recorded_reading (connection_id, began_at, finished_at, is_urgent)
    values (${connectionId}, ${began_at}, clock_timestamp(), true)
    on conflict (connection_id) do update
    set began_at = excluded.began_at, finished_at = excluded.finished_at, is_urgent = true`.execute(tx);
  await insertUrgentJob(tx, { kind: lookAtKeysJob, key: connectionId });
}

/** @returns whether the look must not wait; it is taken for begun */
export async function takeUrgent(db: Db, connectionId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`update recorded_reading set is_urgent = false
    where connection_id = ${connectionId} and is_urgent`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}
