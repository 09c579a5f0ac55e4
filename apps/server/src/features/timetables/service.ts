import { type Provider, type SyncInterval, uploadedProviders } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import type { Deps, Tx } from '#platform/deps';
import { invalidField } from '#platform/errors';
import { ensureTimetable, saveTimetable } from './queries';
import { regularNext } from './stand';

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
  await saveTimetable(tx, row, {
    sync_interval,
    next_run_at: regularNext({ ...row, sync_interval }, await deps.databaseClock(tx)),
  });
}
