import { say } from '@key2xs/texts';
import { DriverError } from '../../driver-error';
import type { AccessEventCursor, AccessEventPage, RecordedAccessEvent } from '../../key-system-driver';

type ReadEvents = (cursor: AccessEventCursor) => Promise<RecordedAccessEvent[]>;

/**
 * Pages of events, each with the cursor of the next. Only an empty page ends the list, because a key system may return fewer
 * events than requested.
 *
 * Rejects events that are out of order, before the cursor, or all read already: the reader would loop, or skip events.
 */
export function followEvents(readEvents: ReadEvents): (cursor: AccessEventCursor) => Promise<AccessEventPage> {
  /** Ids of the events read at the latest instant: the next page must begin after them. */
  let latest: { import_time: string; ids: Set<string> } = { import_time: '', ids: new Set() };

  return async (cursor) => {
    const isGoingOn = cursor.skip > 0 && cursor.import_time === latest.import_time;
    if (!isGoingOn) latest = { import_time: cursor.import_time, ids: new Set() };
    const events = await readEvents(cursor);
    const last = events.at(-1);
    if (!last) return { events, next: null };
    rejectDisorder(events, cursor.import_time);
    if (events.every(({ external_id }) => latest.ids.has(external_id))) {
      throw new DriverError('bad_answer', { detail: say('circumstance.eventsInCircles') });
    }
    const { import_time } = last;
    const atLast = events.filter((event) => event.import_time === import_time);
    if (import_time !== latest.import_time) latest = { import_time, ids: new Set() };
    for (const { external_id } of atLast) latest.ids.add(external_id);
    const skipped = import_time === cursor.import_time ? cursor.skip : 0;
    return { events, next: { import_time, skip: skipped + atLast.length } };
  };
}

function rejectDisorder(events: readonly RecordedAccessEvent[], from: string): void {
  let before = Date.parse(from);
  for (const { import_time } of events) {
    const at = Date.parse(import_time);
    if (at < before) throw new DriverError('bad_answer', { detail: say('circumstance.eventsInDisorder') });
    before = at;
  }
}
