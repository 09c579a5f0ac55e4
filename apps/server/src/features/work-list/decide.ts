import type { AuditAction, KeySystemChange } from '@key2xs/contract';
import { type Sentence, say } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { sql, type Updateable } from 'kysely';
import type { z } from 'zod';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps, Tx } from '#platform/deps';
import { AppError, notFound } from '#platform/errors';
import type { Schema } from '#platform/schema/schema';
import { asCaller } from '#platform/visible-to';
import { endDecisions, saveDecisions } from '../decisions/service';
import { recordWrites } from '../recorded/service';
import { asWrite, listOperators, lockWork, type WorkRow } from './queries';
import { takeBack } from './take-back';

type Changed = { success: true; changed: number };

/** Locks the entries. @throws AppError not_found when one is unknown; then nothing changes */
async function takeEntries(tx: Tx, ids: readonly string[]): Promise<WorkRow[]> {
  const rows = await lockWork(tx, ids);
  if (rows.length < new Set(ids).size) throw notFound('entry_of_work_list');
  return rows;
}

async function saveEntries(
  tx: Tx,
  { caller, event, details }: { caller: Caller; event: AuditAction; details: Record<string, unknown> },
  entries: readonly WorkRow[],
  set: Updateable<Schema['work_item']>,
): Promise<Changed> {
  const ids = entries.map(({ id }) => id);
  if (ids.length > 0) {
    await tx
      .updateTable('work_item')
      .set(set)
      .where('id', '=', (q) => q.fn.any(q.val(ids)))
      .execute();
  }
  const about = entries.map(({ id, what }) => ({ id, what: renderSentence(what) }));
  await recordEvent(tx, caller, event, { details: { ...details, entries: about } });
  return { success: true, changed: ids.length };
}

/** Calls `record` once per connection and kind. */
async function eachKind(
  entries: readonly WorkRow[],
  record: (connectionId: string, kind: z.infer<typeof KeySystemChange>, rows: WorkRow[]) => Promise<void>,
): Promise<void> {
  for (const [connectionId, ofConnection] of Map.groupBy(entries, ({ connection_id }) => connection_id)) {
    for (const rows of Map.groupBy(ofConnection, ({ kind }) => kind).values()) {
      const [first] = rows;
      if (first) await record(connectionId, asWrite(first).kind, rows);
    }
  }
}

/** Skips closed entries. @throws AppError not_found */
export function assignWork(
  deps: Deps,
  caller: Caller,
  { ids, admin_id }: { ids: string[]; admin_id: string | null },
): Promise<Changed> {
  return deps.db.transaction().execute(async (tx) => {
    const operator = (await listOperators(asCaller(tx, caller))).find(({ id }) => id === admin_id);
    if (admin_id !== null && !operator) throw notFound('administrator');
    const open = (await takeEntries(tx, ids)).filter(({ state }) => state === 'open');
    const details = { assigned_to: operator?.username ?? null };
    return saveEntries(tx, { caller, event: 'work_item.assigned', details }, open, { assigned_to: admin_id });
  });
}

/**
 * Ticks entries by hand; from then on the changes count as recorded. Skips closed entries. @throws AppError not_found
 */
export function markWorkDone(
  deps: Deps,
  caller: Caller,
  { ids, note }: { ids: string[]; note?: string | undefined },
): Promise<Changed> {
  return deps.db.transaction().execute(async (tx) => {
    const open = (await takeEntries(tx, ids)).filter(({ state }) => state === 'open');
    const told = { by: 'ticked', at: deps.clock() } as const;
    await eachKind(open, (connectionId, kind, rows) =>
      recordWrites(tx, connectionId, { kind, writes: rows.map(({ write }) => write), told }),
    );
    const details = { note: note || null };
    const about = { subject: 'work_item', ids: open.map(({ id }) => id) } as const;
    await saveDecisions(tx, { ...about, choice: 'done', reason: note, by: caller.name, at: told.at });
    return saveEntries(tx, { caller, event: 'work_item.done', details }, open, {
      state: 'done',
      closed_by: 'operator',
      closed_at: told.at,
    });
  });
}

/** Skips open entries. @throws AppError not_found, conflict when one was not ticked by hand */
export function reopenWork(deps: Deps, caller: Caller, { ids }: { ids: string[] }): Promise<Changed> {
  return deps.db.transaction().execute(async (tx) => {
    const closed = (await takeEntries(tx, ids)).filter(({ state }) => state !== 'open');
    await refuseUntakeable(tx, closed);
    await eachKind(closed, (connectionId, kind, rows) =>
      takeBack(tx, connectionId, { kind, entries: rows, at: deps.clock() }),
    );
    const about = { subject: 'work_item', ids: closed.map(({ id }) => id) } as const;
    await endDecisions(tx, { ...about, by: caller.name, at: deps.clock() });
    return saveEntries(tx, { caller, event: 'work_item.reopened', details: {} }, closed, {
      state: 'open',
      closed_by: null,
      closed_at: null,
    });
  });
}

async function refuseUntakeable(tx: Tx, closed: readonly WorkRow[]): Promise<void> {
  const other = closed.find(({ closed_by }) => closed_by !== 'operator');
  if (other) {
    const how = other.state === 'withdrawn' ? 'takeBack.notWanted' : 'takeBack.shownDone';
    throw new AppError('conflict', say(how, { what: other.what }));
  }
  const same = await sql<{ what: Sentence }>`
    select open.what from work_item as open
    join work_item as closed on closed.connection_id = open.connection_id and closed.signature = open.signature
    where open.state = 'open' and closed.id = any(${closed.map(({ id }) => id)}::uuid[]) limit 1`.execute(tx);
  const [again] = same.rows;
  if (again) throw new AppError('conflict', say('takeBack.listedAgain', { what: again.what }));
  await refuseOvertaken(tx, closed);
  const signatures = closed.map(({ connection_id, signature }) => `${connection_id} ${signature}`);
  if (new Set(signatures).size < signatures.length) {
    throw new AppError('conflict', say('takeBack.sameTwice'));
  }
}

/**
 * Refuses if a later tick concerns the same records: undoing only the earlier one would record a state that never
 * existed. A signature consists of the kind and the references.
 */
async function refuseOvertaken(tx: Tx, closed: readonly WorkRow[]): Promise<void> {
  const ids = closed.map(({ id }) => id);
  const { rows } = await sql<{ what: Sentence }>`
    select later.what from work_item as later
    join work_item as closed on closed.connection_id = later.connection_id
    where closed.id = any(${ids}::uuid[]) and not later.id = any(${ids}::uuid[])
      and later.state = 'done' and later.closed_at > closed.closed_at
      and (string_to_array(later.signature, ' '))[2:] @> (string_to_array(closed.signature, ' '))[2:]
    limit 1`.execute(tx);
  const [later] = rows;
  if (later) throw new AppError('conflict', say('takeBack.builtUpon', { what: later.what }));
}
