import { isUploaded, type Provider, type SyncInterval } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import type { Deps, Tx } from '#platform/deps';
import { invalidField, notFound } from '#platform/errors';
import type { Reader } from '#platform/visible-to';
import { blankTimetable, ensureTimetable, findFacts, findTimetable, saveTimetable } from './queries';
import { isPaused, regularNext, statusOf } from './status';

/** @throws AppError validation_failed for an interval of a source that nothing can call */
export function refuseTimetable(provider: Provider | null, interval: SyncInterval | undefined): void {
  if (interval === undefined || interval === 'disabled') return;
  if (provider !== null && isUploaded(provider)) {
    throw invalidField('sync_interval', say('timetable.ofStaffList'));
  }
}

/** Sets how often a source is read, and leaves hours and pause as they are; undefined changes nothing. */
export async function setSyncInterval(
  tx: Tx,
  deps: Pick<Deps, 'databaseClock'>,
  id: string,
  sync_interval: SyncInterval | undefined,
): Promise<void> {
  if (sync_interval === undefined) return;
  const row = await ensureTimetable(tx, { table: 'iam_connection', id });
  if (row.sync_interval === sync_interval) return;
  await saveTimetable(tx, row, {
    sync_interval,
    next_run_at: regularNext({ ...row, sync_interval }, await deps.databaseClock(tx)),
  });
}

/** The inventory is read right after the first test, so an hour passes before the first run. */
const firstRunAfterMs = 3_600_000;

/**
 * Has a key system read every hour from its first passed test on.
 * @returns the interval, for the audit of the test; undefined if a timetable was already set
 */
export async function beginTimetable(
  tx: Tx,
  deps: Pick<Deps, 'databaseClock'>,
  id: string,
): Promise<SyncInterval | undefined> {
  const row = await ensureTimetable(tx, { table: 'key_system_connection', id });
  if (row.version > 1) return undefined;
  const { sync_interval, windows, time_zone } = { ...row, sync_interval: '1h' as const };
  const first = new Date((await deps.databaseClock(tx)).getTime() + firstRunAfterMs);
  await saveTimetable(tx, row, {
    sync_interval,
    next_run_at: regularNext({ sync_interval, windows, time_zone }, first),
  });
  return sync_interval;
}

/** Whether and when an identity source is run by itself. @param now by the database's clock */
export async function findSourceStand(reader: Reader, id: string, now: Date) {
  const subject = { table: 'iam_connection', id } as const;
  const facts = await findFacts(reader, subject);
  if (!facts) throw notFound('identity_source');
  const row = (await findTimetable(reader.db, id)) ?? blankTimetable(subject);
  const { next } = statusOf(row, facts, now);
  return {
    sync_interval: row.sync_interval,
    next: next === undefined ? null : new Date(next),
    is_paused: isPaused(row, now),
    is_active: facts.is_active,
    is_imported: facts.is_imported,
    is_running: facts.is_running,
    /** Stopped changes wait for a decision. */
    is_stopped: facts.waiting_change_set_id !== null,
    failures: facts.failures,
  };
}
