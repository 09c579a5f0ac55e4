import { sql } from 'kysely';
import { createLiveAccess } from '../src/features/access/live/live-access';
import type { TestApp } from './app';

/** A moment after everything that has happened, and before everything that will. */
export async function momentOf({ db }: TestApp): Promise<string> {
  // A whole millisecond to come, once it has passed: moments have no fraction of one. Some way off on either side, because
  // the clock of a virtual machine may be put right meanwhile.
  const { rows } = await sql<{ moment: Date }>`
    select date_trunc('milliseconds', clock_timestamp()) + interval '10 ms' as moment, pg_sleep(0.02)`.execute(db);
  return rows[0]?.moment.toISOString() ?? '';
}

/** An hour goes by on the server's clock, so that what has just been is the past. */
export function anHourLater({ deps }: TestApp): void {
  deps.access = createLiveAccess({ db: deps.db, clock: () => new Date(Date.now() + 3_600_000) });
}
