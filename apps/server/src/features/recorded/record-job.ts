import { sql } from 'kysely';
import type { Tx } from '#platform/deps';
import { saveDigest } from './mirror/list-digests';

type Written = {
  /** Our reference, or the key system's own id. */
  job: { reference: string } | { external_id: string };
  state: 'pending' | 'assigned' | 'cancelled';
  assigned_key: string | null;
};

/** Updates the mirror after a write of ours, so that it is right before the next read. A job that no read has shown yet stays unknown. */
export async function recordJob(tx: Tx, connectionId: string, { job, state, assigned_key }: Written): Promise<void> {
  const isMeant =
    'reference' in job ? sql<boolean>`reference = ${job.reference}` : sql<boolean>`external_id = ${job.external_id}`;
  const { numUpdatedRows } = await tx
    .updateTable('programming_job')
    .set({ state, assigned_key, row_hash: '' })
    .where('connection_id', '=', connectionId)
    .where(isMeant)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await saveDigest(tx, connectionId, 'programming_job', null);
}
