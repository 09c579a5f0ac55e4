import { sql } from 'kysely';
import type { Db } from '../schema/schema';

type Piece = { job: string; key: string; payload: object };

/**
 * One row for each job and key waits. Enqueuing one that waits holds it back until the caller commits, so that it runs with what
 * the caller has written.
 */
export async function insertPiece(tx: Db, { job, key, payload }: Piece): Promise<void> {
  const stored = JSON.stringify(payload);
  await tx
    .insertInto('job_piece')
    .values({ job, key, payload: stored })
    .onConflict((conflict) => conflict.columns(['job', 'key']).doUpdateSet({ payload: stored }))
    .execute();
}

/** Takes the piece that has waited longest out of the queue: no other worker gets it. */
export async function takePiece(db: Db, job: string): Promise<{ payload: object } | undefined> {
  const { rows } = await sql<{ payload: object }>`
    delete from job_piece where (job, key) = (
      select job, key from job_piece where job = ${job} order by enqueued_at limit 1 for update skip locked)
    returning payload`.execute(db);
  return rows[0];
}
