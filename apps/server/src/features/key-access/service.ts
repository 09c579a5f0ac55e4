import type { Sentence } from '@key2xs/texts';
import { sql } from 'kysely';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Db, Deps, Tx } from '#platform/deps';
import { insertJob } from '#platform/jobs/job-rows';
import { asProduct, type Reader } from '#platform/visible-to';
import { keysOf } from '../keys/relation';
import { requestWorkByHand } from '../work-list/service';

/** Job that writes into a key system what keys open beside the profiles of their holders, by the id of the connection. */
export const writeKeyAccessJob = 'write-key-access';

type Desk = { deps: Pick<Deps, 'clock' | 'newId'>; caller: Caller };
type Access = { cylinders: string[]; groups: string[] };
type KeyRow = {
  connection_id: string;
  marking: string;
  own_cylinders: string[] | null;
  own_groups: string[] | null;
  can_write: boolean;
};

type Copied = { from: string; to: string; case_id: string; reason: string };

/**
 * Orders for one key what another opens of its own, in the transaction of the caller: a job writes it where the connection can, else an
 * operator enters it. Does nothing where the other opens nothing of its own, that is not known, or both open the same.
 */
export async function copyKeyAccess(tx: Tx, desk: Desk, { from, to, case_id, reason }: Copied): Promise<void> {
  const source = await holdKey(tx, from);
  if (!source?.own_cylinders || !source.own_groups) return;
  const wanted = { cylinders: source.own_cylinders, groups: source.own_groups };
  if (wanted.cylinders.length + wanted.groups.length === 0) return;
  await order(tx, desk, { key_id: to, case_id, reason, wanted, is_taken_back: false });
}

type Restored = { key_id: string; case_id: string; reason: string };

/** Orders what a key opened before the case, where something else was ordered for it in the case. */
export async function restoreKeyAccess(tx: Tx, desk: Desk, { key_id, case_id, reason }: Restored): Promise<void> {
  const first = await tx
    .selectFrom('key_access_order')
    .select(['cylinders_before', 'groups_before'])
    .where('key_id', '=', key_id)
    .where('case_id', '=', case_id)
    .orderBy('ordered_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!first) return;
  const wanted = { cylinders: first.cylinders_before, groups: first.groups_before };
  await order(tx, desk, { key_id, case_id, reason, wanted, is_taken_back: true });
}

async function order(
  tx: Tx,
  { deps, caller }: Desk,
  { key_id, case_id, reason, wanted, is_taken_back }: Restored & { wanted: Access; is_taken_back: boolean },
): Promise<void> {
  const key = await holdKey(tx, key_id);
  if (!key) return;
  const now = deps.clock();
  const before = { cylinders: key.own_cylinders ?? [], groups: key.own_groups ?? [] };
  await tx
    .updateTable('key_access_order')
    .set({ state: 'replaced', ended_at: now })
    .where('key_id', '=', key_id)
    .where('ended_at', 'is', null)
    .execute();
  await requestWorkByHand(tx, [key.connection_id]);
  if (key.own_cylinders && isSame(before.cylinders, wanted.cylinders) && isSame(before.groups, wanted.groups)) return;
  const state = key.can_write ? 'waiting' : 'to_enter';
  await tx
    .insertInto('key_access_order')
    .values({
      ...{ id: deps.newId(), key_id, case_id, reason, state, is_taken_back, ordered_by: caller.name, ordered_at: now },
      ...wanted,
      cylinders_before: before.cylinders,
      groups_before: before.groups,
    })
    .execute();
  if (key.can_write) await insertJob(tx, { kind: writeKeyAccessJob, key: key.connection_id });
  const details = { marking: key.marking, before, after: wanted, reason };
  await recordEvent(tx, caller, 'key.access_ordered', { id: key_id, details });
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  new Set([...one, ...other]).size === new Set(one).size && new Set(one).size === new Set(other).size;

async function holdKey(tx: Tx, id: string): Promise<KeyRow | undefined> {
  const { rows } = await sql<KeyRow>`
    select key.connection_id, key.marking, key.own_cylinders, key.own_groups,
      (select is_active and 'write_key_access' = any(capabilities) from key_system_connection as system
        where system.id = key.connection_id) as can_write
    from ${keysOf(asProduct(tx))} where key.id = ${id}::uuid and key.deleted_at is null for no key update`.execute(tx);
  return rows[0];
}

/** What became of the last order for a key in a case; undefined without one. */
export async function accessOrderOf(db: Db, about: { key_id: string; case_id: string }) {
  const found = await db
    .selectFrom('key_access_order')
    .select(['state', 'problem', 'cylinders', 'groups', 'is_taken_back'])
    .where('key_id', '=', about.key_id)
    .where('case_id', '=', about.case_id)
    .orderBy('ordered_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found && { ...found, problem: found.problem as Sentence | null };
}

/** How many orders of what keys open wait to be written into each key system. */
export async function countAccessToWrite(reader: Reader): Promise<{ connection_id: string; count: number }[]> {
  const { rows } = await sql<{ connection_id: string; count: number }>`
    select key.connection_id, count(*)::int as count from key_access_order as wanted
    join ${keysOf(reader)} on key.id = wanted.key_id
    where wanted.state = 'waiting' and key.deleted_at is null group by key.connection_id`.execute(reader.db);
  return rows;
}
