import { type KeyCount, keyCountList } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import type { Tx } from '#platform/deps';
import { AppError, notFound } from '#platform/errors';
import { listSource } from '#platform/list/list-source';
import { readRow } from '#platform/list/read-some';
import { type Reader, sees } from '#platform/visible-to';

export const countSource = listSource(keyCountList, (db) =>
  db.selectFrom('key_count').leftJoin('key_system_connection as system', 'system.id', 'key_count.connection_id'),
)({
  resource: 'key_desk',
  show: (counts) =>
    counts.select([
      'key_count.id',
      'key_count.connection_id',
      'system.name as connection_name',
      'key_count.storage',
      'key_count.started_at',
      'key_count.started_by',
      'key_count.closed_at',
      'key_count.closed_by',
      'key_count.reason',
      'key_count.version',
      sql<number>`(select count(*)::int from key_count_scan where count_id = key_count.id)`.as('scans'),
    ]),
  id: 'key_count.id',
  filters: {
    state: (state) => sql`(key_count.closed_at is null) = ${state === 'open'}`,
    connection_id: 'key_count.connection_id',
  },
  sorts: { started_at: 'key_count.started_at' },
  present: presentCount,
  cells: {},
});

type CountRow = Omit<KeyCount, 'started_at' | 'closed_at'> & { started_at: Date; closed_at: Date | null };

function presentCount({ started_at, closed_at, ...row }: CountRow): KeyCount {
  return { ...row, started_at: started_at.toISOString(), closed_at: closed_at?.toISOString() ?? null };
}

/** @throws AppError not_found */
export async function getCount(reader: Reader, id: string): Promise<KeyCount> {
  const row = await readRow(reader, countSource, id);
  if (!row) throw notFound('key_count');
  return presentCount(row);
}

export type HeldCount = { id: string; connection_id: string | null; storage: string; version: number };

/** An open count that no one else changes until the transaction ends. @throws AppError not_found, conflict when it is closed */
export async function holdCount(tx: Tx, reader: Reader, id: string): Promise<HeldCount> {
  const row = await tx.selectFrom('key_count').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row || !sees(reader.viewer, 'key_desk')) throw notFound('key_count');
  if (row.closed_at) throw new AppError('conflict', say('keyCount.closed'));
  return row;
}
