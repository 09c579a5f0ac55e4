import type { AccessReview } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import type { Db } from '#platform/deps';
import { AppError } from '#platform/errors';

type Row = {
  id: string;
  name: string;
  inventory_read_at: Date | null;
  is_stopped: boolean;
  is_partial: boolean;
};

/**
 * The connected key systems, each with its last complete read.
 * @throws AppError conflict where one was never read, or its last read has not ended well: what it holds is not known whole
 */
export async function requireWholeReads(db: Db): Promise<AccessReview['systems']> {
  const { rows } = await sql<Row>`
    select system.id, system.name, inventory_read_at, inventory_loss is not null as is_stopped,
      coalesce((select last.status <> 'SUCCESS' from sync_task as last
        where last.kind = 'inventory' and last.subject_id = system.id order by last.created_at desc limit 1), false) as is_partial
    from key_system_connection as system where system.is_active order by system.name, system.id`.execute(db);
  if (rows.length === 0) throw new AppError('conflict', say('accessReview.noSystem'));
  return rows.map(({ id, name, inventory_read_at, is_stopped, is_partial }) => {
    if (inventory_read_at === null) throw new AppError('conflict', say('accessReview.notRead', { name }));
    if (is_stopped) throw new AppError('conflict', say('accessReview.stoppedRead', { name }));
    if (is_partial) throw new AppError('conflict', say('accessReview.partlyRead', { name }));
    return { id, name, read_at: inventory_read_at.toISOString() };
  });
}
