import { sql } from 'kysely';
import type { Tx } from '#platform/deps';
import { saveDigest } from './mirror/list-digests';

type Written = {
  key_id: string;
  validity: 'always' | 'never' | 'between';
  valid_from: Date | null;
  valid_until: Date | null;
  revalidation_minutes: number | null;
  schedule: object[];
  at: Date;
};

/**
 * Updates the mirror after we have written the times of a key. Until the next read, which tells the key system's own moment, the key counts
 * as not updated since, whatever the clocks show.
 */
export async function recordKeyTimes(tx: Tx, connectionId: string, times: Written): Promise<void> {
  const { key_id, validity, valid_from, valid_until, revalidation_minutes, schedule, at } = times;
  await sql`
    update key set validity = ${validity}, valid_from = ${valid_from}, valid_until = ${valid_until},
      revalidation_minutes = ${revalidation_minutes}, schedule = ${JSON.stringify(schedule)}::jsonb, row_hash = '',
      changed_at = greatest(${at}::timestamptz, changed_at, last_update_at + interval '1 millisecond')
    where id = ${key_id}`.execute(tx);
  await saveDigest(tx, connectionId, 'key', null);
}
