import type { AuditAction, KeySystemChange } from '@key2xs/contract';
import { type Sentence, say } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { sql, type Updateable } from 'kysely';
import type { z } from 'zod';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps, Tx } from '#platform/deps';
import { AppError, notFound } from '#platform/errors';
import type { Schema } from '#platform/schema/schema';
import { withinScopeOf } from '#platform/sign-in/within-scope-of';
import { asCaller, type Reader } from '#platform/visible-to';
import { endDecisions, saveDecisions } from '../decisions/service';
import { recordWrites } from '../recorded/service';
import { type LockedWork, listOperators, listSeen, lockWork } from './queries';
import { takeBack } from './take-back';
import { asWrite, type WorkRow } from './work-row';

type Changed = { success: true; changed: number };

/** Locks the entries. @throws AppError not_found when the caller sees no such entry; then nothing changes */
async function takeEntries(tx: Tx, caller: Caller, ids: readonly string[]): Promise<LockedWork[]> {
  const rows = await lockWork(asCaller(tx, caller), ids);
  if (rows.length < new Set(ids).size) throw notFound('entry_of_work_list');
  return rows;
}

/** An entry is done or not as a whole. @throws AppError forbidden when one has doors that the caller may not see */
function refusePartlySeen(entries: readonly LockedWork[]): void {
  const part = entries.find(({ hasHiddenDoors }) => hasHiddenDoors);
  if (part) throw new AppError('forbidden', say('workList.partlyOutside', { what: part.what }));
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

/** What the next reading shows is not ticked before. @throws AppError conflict */
function refuseByReading(entries: readonly WorkRow[]): void {
  const one = entries.find(({ subject_id }) => subject_id !== null);
  if (one) throw new AppError('conflict', say('workList.byReading', { what: one.what }));
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

/** Skips closed entries. @throws AppError not_found, conflict when the other one may not see an entry */
export function assignWork(
  deps: Deps,
  caller: Caller,
  { ids, admin_id }: { ids: string[]; admin_id: string | null },
): Promise<Changed> {
  return deps.db.transaction().execute(async (tx) => {
    const operator = (await listOperators(asCaller(tx, caller))).find(({ id }) => id === admin_id);
    if (admin_id !== null && !operator) throw notFound('administrator');
    const open = (await takeEntries(tx, caller, ids)).filter(({ state }) => state === 'open');
    if (operator) await refuseUnseenBy(tx, operator, open);
    const details = { assigned_to: operator?.username ?? null };
    return saveEntries(tx, { caller, event: 'work_item.assigned', details }, open, { assigned_to: admin_id });
  });
}

async function refuseUnseenBy(
  tx: Tx,
  { id, username }: { id: string; username: string },
  entries: readonly LockedWork[],
): Promise<void> {
  const ids = entries.map((entry) => entry.id);
  const seen = await listSeen(await withinScopeOf(tx, id), ids);
  const unseen = entries.find((entry) => !seen.has(entry.id));
  if (unseen) throw new AppError('conflict', say('workList.outsideTheirs', { name: username, what: unseen.what }));
}

/**
 * Ticks entries by hand; from then on the changes count as recorded. Skips closed entries.
 * @throws AppError not_found, forbidden, conflict for what only a reading ticks
 */
export function markWorkDone(
  deps: Deps,
  caller: Caller,
  { ids, note }: { ids: string[]; note?: string | undefined },
): Promise<Changed> {
  return deps.db.transaction().execute(async (tx) => {
    const open = (await takeEntries(tx, caller, ids)).filter(({ state }) => state === 'open');
    refusePartlySeen(open);
    refuseByReading(open);
    const origin = { by: 'ticked', at: deps.clock() } as const;
    await eachKind(open, (connectionId, kind, rows) =>
      recordWrites(tx, connectionId, { kind, writes: rows.map(({ write }) => write), origin }),
    );
    const details = { note: note || null };
    const about = { subject: 'work_item', ids: open.map(({ id }) => id) } as const;
    await saveDecisions(tx, { ...about, choice: 'done', reason: note, by: caller.name, at: origin.at });
    return saveEntries(tx, { caller, event: 'work_item.done', details }, open, {
      state: 'done',
      closed_by: 'operator',
      closed_at: origin.at,
    });
  });
}

/** Skips open entries. @throws AppError not_found, forbidden, conflict when one was not ticked by hand */
export function reopenWork(deps: Deps, caller: Caller, { ids }: { ids: string[] }): Promise<Changed> {
  return deps.db.transaction().execute(async (tx) => {
    const closed = (await takeEntries(tx, caller, ids)).filter(({ state }) => state !== 'open');
    refusePartlySeen(closed);
    await refuseUntakeable(asCaller(tx, caller), closed);
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

async function refuseUntakeable(reader: Reader, closed: readonly LockedWork[]): Promise<void> {
  const other = closed.find(({ closed_by }) => closed_by !== 'operator');
  if (other) {
    const how = other.state === 'withdrawn' ? 'takeBack.notWanted' : 'takeBack.shownDone';
    throw new AppError('conflict', say(how, { what: other.what }));
  }
  const same = await sql<{ id: string }>`
    select open.id from work_item as open
    join work_item as closed on closed.connection_id = open.connection_id and closed.signature = open.signature
    where open.state = 'open' and closed.id = any(${closed.map(({ id }) => id)}::uuid[]) limit 1`.execute(reader.db);
  const [again] = same.rows;
  if (again) {
    const shown = await findShown(reader, again.id);
    throw new AppError(
      'conflict',
      shown ? say('takeBack.listedAgain', { what: shown }) : say('takeBack.listedAgainHidden'),
    );
  }
  await refuseOvertaken(reader, closed);
  const signatures = closed.map(({ connection_id, signature }) => `${connection_id} ${signature}`);
  if (new Set(signatures).size < signatures.length) {
    throw new AppError('conflict', say('takeBack.sameTwice'));
  }
}

/**
 * Refuses if a later tick concerns the same records: undoing only the earlier one would record a state that never
 * existed. A signature consists of the kind and the references.
 */
async function refuseOvertaken(reader: Reader, closed: readonly LockedWork[]): Promise<void> {
  const ids = closed.map(({ id }) => id);
  const { rows } = await sql<{ id: string }>`
    select later.id from work_item as later
    join work_item as closed on closed.connection_id = later.connection_id
    where closed.id = any(${ids}::uuid[]) and not later.id = any(${ids}::uuid[])
      and later.state = 'done' and later.closed_at > closed.closed_at
      and (string_to_array(later.signature, ' '))[2:] @> (string_to_array(closed.signature, ' '))[2:]
    limit 1`.execute(reader.db);
  const [later] = rows;
  if (!later) return;
  const shown = await findShown(reader, later.id);
  throw new AppError('conflict', shown ? say('takeBack.builtUpon', { what: shown }) : say('takeBack.builtUponHidden'));
}

/** The instruction of an entry; undefined if the reader may not see it. */
const findShown = async (reader: Reader, id: string): Promise<Sentence | undefined> =>
  (await lockWork(reader, [id]))[0]?.what;
