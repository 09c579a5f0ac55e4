import { sql } from 'kysely';
import type { Tx } from '#platform/deps';
import { saveDigest } from './mirror/list-digests';
import { noteRights } from './note-reading';

type Written = { key_id: string; cylinders: readonly string[]; groups: readonly string[]; at: Date };

/**
 * Updates the mirror after we have written what a key opens of its own. Until the next read the key counts as not updated since, whatever
 * the clocks show.
 */
export async function recordKeyAccess(tx: Tx, connectionId: string, written: Written): Promise<void> {
  const { key_id, cylinders, groups, at } = written;
  await noteRights(tx, connectionId, 'written');
  await sql`
    update key set own_cylinders = ${cylinders}::text[], own_groups = ${groups}::text[], row_hash = '',
      changed_at = greatest(${at}::timestamptz, changed_at, last_update_at + interval '1 millisecond')
    where id = ${key_id}`.execute(tx);
  await saveDigest(tx, connectionId, 'key', null);
}
