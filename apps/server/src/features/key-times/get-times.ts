import type { KeyTimesDetail, KeyTimesOrder } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps } from '#platform/deps';
import { AppError, notFound } from '#platform/errors';
import { insertJob } from '#platform/jobs/job-rows';
import { readRow } from '#platform/list/read-some';
import { asCaller, asProduct, type Reader } from '#platform/visible-to';
import { keysOf } from '../keys/relation';
import { readAt } from './moment';
import { presentTimes, timesOf } from './present';
import { writeKeyTimesJob } from './service';
import { timesSource } from './times-source';

const ordersShown = 20;

/** @throws AppError not_found */
export async function getTimes(deps: Deps, reader: Reader, id: string): Promise<KeyTimesDetail> {
  const at = await readAt(deps, { ...asProduct(reader.db) });
  const row = await readRow(reader, timesSource(reader, at), id);
  if (!row) throw notFound('key');
  return { ...presentTimes(row, { language: reader.language, at }), orders: await listOrders(reader, id) };
}

async function listOrders(reader: Reader, keyId: string): Promise<KeyTimesOrder[]> {
  const rows = await reader.db
    .selectFrom('key_times_order')
    .selectAll()
    .where('key_id', '=', keyId)
    .orderBy('ordered_at', 'desc')
    .orderBy('id', 'desc')
    .limit(ordersShown)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    times: timesOf(row),
    reason: row.reason,
    ordered_by: row.ordered_by,
    ordered_at: row.ordered_at.toISOString(),
    state: row.state,
    problem: row.problem ? renderSentence(row.problem, reader.language) : null,
    ended_at: row.ended_at?.toISOString() ?? null,
  }));
}

/** @throws AppError not_found, conflict where there is nothing to write or the connection cannot */
export async function writeAgain(
  { deps, caller, reader }: { deps: Deps; caller: Caller; reader: Reader },
  id: string,
): Promise<KeyTimesOrder> {
  const keyId = await deps.db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('key_times_order as wanted')
      .innerJoin(keysOf(asCaller(tx, caller)), 'key.id', 'wanted.key_id')
      .innerJoin('key_system_connection as system', 'system.id', 'key.connection_id')
      .select([
        'wanted.key_id',
        'wanted.state',
        'key.marking',
        'key.connection_id',
        'system.is_active',
        'system.capabilities',
      ])
      .where('wanted.id', '=', id)
      .forUpdate('wanted')
      .executeTakeFirst();
    if (!row) throw notFound('key_times_order');
    const { key_id, state, marking, connection_id, is_active, capabilities } = row;
    if (state === 'written' || state === 'replaced') throw new AppError('conflict', say('keyTimes.alreadyEnded'));
    if (!is_active || !capabilities.includes('write_key_times'))
      throw new AppError('conflict', say('keyTimes.notWritable', { marking }));
    await tx.updateTable('key_times_order').set({ state: 'waiting', problem: null }).where('id', '=', id).execute();
    await insertJob(tx, { kind: writeKeyTimesJob, key: connection_id });
    await recordEvent(tx, caller, 'key.times_write_requested', { id: key_id, details: { marking, order_id: id } });
    return key_id;
  });
  deps.jobs.nudge();
  const order = (await listOrders(reader, keyId)).find((one) => one.id === id);
  if (!order) throw notFound('key');
  return order;
}
