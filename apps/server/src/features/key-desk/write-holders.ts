import type { Key } from '@key2xs/contract';
import { sql } from 'kysely';
import type { Tx } from '#platform/deps';
import { insertJob } from '#platform/jobs/job-rows';
import type { Reader } from '#platform/visible-to';
import { keysOf } from '../keys/relation';
import { requestWorkByHand } from '../work-list/service';

/** Job that writes into a key system who holds its keys, by the id of the connection. */
export const writeHoldersJob = 'write-key-holders';

/** Has key systems that can take it write who holds these keys now; of the others, an operator enters it by the work list. */
export async function requestWrites(tx: Tx, keys: readonly Key[]): Promise<void> {
  if (keys.length === 0) return;
  const ids = [...new Set(keys.map(({ connection_id }) => connection_id))];
  const systems = await tx
    .selectFrom('key_system_connection')
    .select('id')
    .where('id', 'in', ids)
    .where('is_active', '=', true)
    .where(sql<boolean>`'write_key_holders' = any(capabilities)`)
    .execute();
  const able = systems.map(({ id }) => id);
  const others = keys.filter(({ connection_id }) => !able.includes(connection_id)).map(({ id }) => id);
  if (others.length > 0)
    await tx.updateTable('key_custody').set({ is_to_write: false }).where('key_id', 'in', others).execute();
  await requestWorkByHand(tx, ids);
  for (const id of able) await insertJob(tx, { kind: writeHoldersJob, key: id });
}

/** Of how many keys of each key system the holder waits to be written. */
export async function countHoldersToWrite(reader: Reader): Promise<{ connection_id: string; count: number }[]> {
  const { rows } = await sql<{ connection_id: string; count: number }>`
    select key.connection_id, count(*)::int as count from key_custody as custody
    join ${keysOf(reader)} on key.id = custody.key_id
    where custody.is_to_write and key.deleted_at is null group by key.connection_id`.execute(reader.db);
  return rows;
}
