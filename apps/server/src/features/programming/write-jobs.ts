import { sql } from 'kysely';
import type { Db, Tx } from '#platform/deps';
import { insertJob } from '#platform/jobs/job-rows';
import type { Reader } from '#platform/visible-to';

/** Job that writes programming jobs into a key system, by the id of the connection. */
export const writeJobsJob = 'write-programming-jobs';

/** Those of the connections that take programming jobs from us. */
export async function listWritable(db: Db, connectionIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('key_system_connection')
    .select('id')
    .where('id', '=', (q) => q.fn.any(q.val([...new Set(connectionIds)])))
    .where('is_active', '=', true)
    .where(sql<boolean>`'write_programming_jobs' = any(capabilities)`)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

export async function requestWrites(tx: Tx, connectionIds: Iterable<string>): Promise<void> {
  for (const key of new Set(connectionIds)) await insertJob(tx, { kind: writeJobsJob, key });
}

/** How many programming jobs wait to be created, assigned or cancelled in each key system. */
export async function countJobsToWrite({
  db,
}: Pick<Reader, 'db'>): Promise<{ connection_id: string; count: number }[]> {
  const { rows } = await sql<{ connection_id: string; count: number }>`
    select connection_id, count(*)::int as count from programming_order
    where state = 'waiting' or (state = 'written' and (is_to_assign or is_to_cancel)) group by connection_id`.execute(
    db,
  );
  return rows;
}
