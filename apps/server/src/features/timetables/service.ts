import { type Provider, type SyncInterval, uploadedProviders } from '@key2xs/contract';
import { nextRun, timesOf } from '@key2xs/domain';
import { say } from '@key2xs/texts';
import type { Deps, Tx } from '#platform/deps';
import { invalidField } from '#platform/errors';
import { ensureTimetable, saveTimetable, type TimetableRow } from './queries';

/** @throws AppError validation_failed for an interval of a source that nothing can call */
export function refuseTimetable(provider: Provider | null, interval: SyncInterval | undefined): void {
  if (interval === undefined || interval === 'disabled') return;
  if (provider !== null && uploadedProviders.has(provider)) {
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
  await saveTimetable(tx, row, { sync_interval, next_run_at: await nextOf(tx, deps, { ...row, sync_interval }) });
}

/** The next run from now on, whatever was due. */
export async function nextOf(
  tx: Tx,
  { databaseClock }: Pick<Deps, 'databaseClock'>,
  row: Pick<TimetableRow, 'sync_interval' | 'windows' | 'time_zone'>,
): Promise<Date | null> {
  if (row.sync_interval === 'disabled') return null;
  const now = await databaseClock(tx);
  const next = nextRun(timesOf(row, row.sync_interval), now.getTime());
  return next === undefined ? null : new Date(next);
}
