import type { AccessEventCursor, AccessEventPage, RecordedAccessEvent } from '@key2xs/drivers';
import { sql } from 'kysely';
import type { Tx } from '#platform/deps';
import { storableJson } from '#platform/storable-json';
import type { TaskRun } from '../tasks/service';
import { type InventoryCursor, type Reading, withChanges, withoutList } from './inventory-cursor';
import type { KeySystemRow } from './queries';
import { whenOffered } from './when-offered';

/**
 * So far back each read begins again: an import that was under way during the last one may have become visible behind
 * events that carry a later time.
 */
const overlapMs = 60_000;

/**
 * Access events by time of import, a page at a time, each saved together with where the next one begins. They come late
 * and some come twice: the id tells.
 */
export async function readEvents(reading: Reading, stretch: AbortSignal): Promise<InventoryCursor> {
  const { run, cursor, capabilities } = reading;
  const isOffered = capabilities.includes('read_access_events');
  const read = isOffered && (await whenOffered(() => readPages(reading, stretch)));
  if (read) return read;
  const skipped = withoutList(cursor, 'access_events');
  await run.save(run.deps.db, { cursor: skipped });
  return skipped;
}

async function readPages({ run, row, session, cursor }: Reading, stretch: AbortSignal): Promise<InventoryCursor> {
  let now = cursor;
  let at: AccessEventCursor | null = cursor.events ?? beginning(row);
  while (at && !stretch.aborted) {
    const page = await session.readAccessEvents(at);
    now = await saveEvents(run, row, now, page);
    at = page.next;
  }
  return now;
}

function beginning({ events_cursor }: KeySystemRow): AccessEventCursor {
  const from = events_cursor ? Date.parse(events_cursor.import_time) - overlapMs : 0;
  return { import_time: new Date(from).toISOString(), skip: 0 };
}

async function saveEvents(
  { deps, task, save }: TaskRun,
  row: KeySystemRow,
  before: InventoryCursor,
  { events, next }: AccessEventPage,
): Promise<InventoryCursor> {
  return deps.db.transaction().execute(async (tx) => {
    const added = await insertEvents(tx, row.id, events);
    if (added > 0 || (next && isAhead(next, row.events_cursor))) await moveOn(tx, row, { added, next });
    const counted = withChanges(before, 'access_events', { new: added });
    const cursor = next ? { ...counted, events: next } : withoutList(counted, 'access_events');
    await save(tx, { cursor, done: next ? task.done + events.length : 0, total: 0 });
    return cursor;
  });
}

/** @returns how many were not known yet */
async function insertEvents(tx: Tx, connectionId: string, events: readonly RecordedAccessEvent[]): Promise<number> {
  if (events.length === 0) return 0;
  const { numAffectedRows } = await sql`
    insert into access_event (connection_id, external_id, event_time, import_time, source, key_external_id,
      cylinder_external_id, person_identity, result, reason)
    select ${connectionId}::uuid, r.* from jsonb_to_recordset(${storableJson(events)}::jsonb)
      as r(external_id text, event_time timestamptz, import_time timestamptz, source text, key_external_id text,
        cylinder_external_id text, person_identity text, result text, reason text)
    on conflict do nothing`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** A read begins before the end of the last one; what is noted never goes back. */
function isAhead(next: AccessEventCursor, noted: AccessEventCursor | null): boolean {
  if (!noted) return true;
  const by = Date.parse(next.import_time) - Date.parse(noted.import_time);
  return by > 0 || (by === 0 && next.skip > noted.skip);
}

async function moveOn(
  tx: Tx,
  connection: KeySystemRow,
  { added, next }: { added: number; next: AccessEventCursor | null },
): Promise<void> {
  const noted = next && isAhead(next, connection.events_cursor) ? next : connection.events_cursor;
  await tx
    .updateTable('key_system_connection')
    .set({
      events_cursor: noted && JSON.stringify(noted),
      inventory_counts: sql<string>`inventory_counts || jsonb_build_object(
        'access_events', coalesce((inventory_counts->>'access_events')::int, 0) + ${added}::int)`,
    })
    .where('id', '=', connection.id)
    .execute();
}
