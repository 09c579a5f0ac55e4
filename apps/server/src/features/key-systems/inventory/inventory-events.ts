import type { AccessEventCursor, AccessEventPage } from '@key2xs/drivers';
import { sql } from 'kysely';
import { addAccessEvents } from '#features/recorded/service';
import type { TaskRun } from '#features/tasks/service';
import type { Tx } from '#platform/deps';
import type { KeySystemRow } from '../queries';
import { ifSupported } from './if-supported';
import { type InventoryCursor, type Reading, withChanges, withoutList } from './inventory-cursor';

/**
 * How far back each read begins again: an import that was under way during the last one may have become visible after
 * events with a later time.
 */
const overlapMs = 60_000;

/**
 * Access events by time of import, a page at a time, each saved together with where the next one begins. They come late
 * and some come twice: the id tells.
 */
export async function readEvents(reading: Reading, stretch: AbortSignal): Promise<InventoryCursor> {
  const { run, cursor, capabilities } = reading;
  const isOffered = capabilities.includes('read_access_events');
  const read = isOffered && (await ifSupported(() => readPages(reading, stretch)));
  if (read) return read;
  const skipped = withoutList(cursor, 'access_events');
  await run.save(run.deps.db, { cursor: skipped });
  return skipped;
}

async function readPages({ run, row, session, cursor }: Reading, stretch: AbortSignal): Promise<InventoryCursor> {
  const noted = notedIn(row, run.deps.clock());
  let now: InventoryCursor = cursor.events || !noted ? cursor : { ...cursor, events_known_until: noted.import_time };
  let at: AccessEventCursor | null = cursor.events ?? beginning(noted);
  while (at && !stretch.aborted) {
    const page = await session.readAccessEvents(at);
    now = await saveEvents(run, row, now, page);
    at = page.next;
  }
  return now;
}

/** Null also for a time in the future, which does not tell what was imported since. */
const notedIn = ({ events_cursor }: KeySystemRow, now: Date): AccessEventCursor | null =>
  events_cursor && hasCome(events_cursor, now) ? events_cursor : null;

function beginning(noted: AccessEventCursor | null): AccessEventCursor {
  const from = noted ? Date.parse(noted.import_time) - overlapMs : 0;
  return { import_time: new Date(from).toISOString(), skip: 0 };
}

async function saveEvents(
  { deps, task, save }: TaskRun,
  row: KeySystemRow,
  before: InventoryCursor,
  page: AccessEventPage,
): Promise<InventoryCursor> {
  const { events, next } = page;
  const now = deps.clock();
  const reached = reachedBy(page, now);
  const to = reached && isAhead(reached, notedIn(row, now)) ? reached : null;
  return deps.db.transaction().execute(async (tx) => {
    const added = await addAccessEvents(tx, row.id, { events, now, knownUntil: before.events_known_until ?? null });
    if (added > 0 || to) await moveOn(tx, row.id, { added, to });
    const counted = withChanges(before, 'access_events', { new: added });
    const cursor = next ? { ...counted, events: next } : withoutList(counted, 'access_events');
    await save(tx, { cursor, done: next ? task.done + events.length : 0, total: 0 });
    return cursor;
  });
}

/**
 * Up to where a later read need not begin again. Never a time to come: when the clock of the key system was ahead for a
 * while, what is imported after that carries earlier times. One that is ahead for good has its latest events read twice.
 */
function reachedBy({ events, next }: AccessEventPage, now: Date): AccessEventCursor | null {
  if (!next || hasCome(next, now)) return next;
  const last = events.findLast((event) => hasCome(event, now));
  return last ? { import_time: last.import_time, skip: 0 } : null;
}

const hasCome = ({ import_time }: { import_time: string }, now: Date) => Date.parse(import_time) <= now.getTime();

/** A read begins before the end of the last one; what is noted never goes back. */
function isAhead(next: AccessEventCursor, noted: AccessEventCursor | null): boolean {
  if (!noted) return true;
  const by = Date.parse(next.import_time) - Date.parse(noted.import_time);
  return by > 0 || (by === 0 && next.skip > noted.skip);
}

type Move = { added: number; to: AccessEventCursor | null };

async function moveOn(tx: Tx, connectionId: string, { added, to }: Move): Promise<void> {
  await tx
    .updateTable('key_system_connection')
    .set({
      ...(to && { events_cursor: JSON.stringify(to) }),
      inventory_counts: sql<string>`inventory_counts || jsonb_build_object(
        'access_events', coalesce((inventory_counts->>'access_events')::int, 0) + ${added}::int)`,
    })
    .where('id', '=', connectionId)
    .execute();
}
