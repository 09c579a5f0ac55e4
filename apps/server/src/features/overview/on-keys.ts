import type { Overview } from '@key2xs/contract';
import { sql } from 'kysely';
import { type Reader, visibleTo } from '#platform/visible-to';
import { heldKeys } from '../keys/service';

type OnKeys = Overview['on_keys'];

/**
 * How far what is recorded has reached the keys that our people hold. A key carries its rights itself or leaves them to the
 * cylinders; of the first kind it is known when it was last updated, of the second nothing.
 */
export async function countOnKeys({ db, viewer }: Reader): Promise<OnKeys> {
  const { rows } = await sql<Omit<OnKeys, 'read_at'> & { read_at: Date | null }>`
    with held as (${heldKeys})
    select count(*)::int as keys,
      (count(*) filter (where carries and last_update_at >= changed_at))::int as up_to_date,
      (count(*) filter (where carries and last_update_at < changed_at))::int as waiting,
      (count(*) filter (where not carries or last_update_at is null))::int as unknown,
      (select count(*)::int from programming_job where deleted_at is null and state <> 'done'
        and ${visibleTo(viewer, 'inventory')}) as open_jobs,
      (select min(keys_read_at) from key_system_connection where is_active
        and ${visibleTo(viewer, 'key_systems')}) as read_at
    from held where ${visibleTo(viewer, 'inventory')}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('counting answers one row');
  return { ...row, read_at: row.read_at?.toISOString() ?? null };
}
