import { sql } from 'kysely';
import { createLiveAccess } from '../src/features/access/live/live-access';
import type { TestApp } from './app';

/** A moment after all earlier and before all later events. */
export async function momentOf({ db }: TestApp): Promise<string> {
  // A whole millisecond, because moments have no fraction of one. With a margin on both sides, because the clock of a
  // virtual machine may be adjusted meanwhile.
  const { rows } = await sql<{ moment: Date }>`
    select date_trunc('milliseconds', clock_timestamp()) + interval '10 ms' as moment, pg_sleep(0.02)`.execute(db);
  return rows[0]?.moment.toISOString() ?? '';
}

/** Advances the server clock by an hour, so that recent events are history. */
export function anHourLater({ deps }: TestApp): void {
  deps.access = createLiveAccess({ db: deps.db, clock: () => new Date(Date.now() + 3_600_000) });
}
