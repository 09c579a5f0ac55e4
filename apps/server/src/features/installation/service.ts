import type { installation, Output, RestoreDifferences } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { recordEvent } from '#platform/audit/audit';
import { endPause, findPause, type Pause } from '#platform/backup/pause';
import type { Caller, Deps } from '#platform/deps';
import { AppError } from '#platform/errors';
import { type Reader, visibleTo } from '#platform/visible-to';
import { listSourceStates } from '../iam/service';
import { countAccessToWrite } from '../key-access/service';
import { countHoldersToWrite } from '../key-desk/service';
import { countTimesToWrite } from '../key-times/service';
import { countJobsToWrite } from '../programming/service';
import { listStandings } from '../standing/service';

/** How a paused installation differs from its key systems and sources; empty lists where it is not paused. */
export async function findDifferences(deps: Deps, reader: Reader): Promise<RestoreDifferences> {
  const pause = await findPause(reader.db);
  if (!pause) return { backup: null, key_systems: [], sources: [] };
  const { taken_at, restored_at } = pause;
  return {
    backup: { taken_at: taken_at.toISOString(), restored_at: restored_at.toISOString() },
    key_systems: await listKeySystems(deps, reader, pause),
    sources: await listSources(reader, pause),
  };
}

async function listKeySystems(deps: Deps, reader: Reader, { restored_at }: Pause) {
  const standings = await listStandings(deps, reader);
  const orders = await countOrders(reader);
  return standings.map((standing) => ({
    ...standing,
    is_read: standing.read_at !== null && new Date(standing.read_at) > restored_at,
    orders_waiting: orders.get(standing.connection_id) ?? 0,
  }));
}

/** What is written into each key system once the pause ends. */
async function countOrders(reader: Reader): Promise<ReadonlyMap<string, number>> {
  const sums = new Map<string, number>();
  for (const count of [countHoldersToWrite, countTimesToWrite, countAccessToWrite, countJobsToWrite]) {
    for (const { connection_id, count: waiting } of await count(reader))
      sums.set(connection_id, (sums.get(connection_id) ?? 0) + waiting);
  }
  return sums;
}

async function listSources(reader: Reader, { restored_at }: Pause): Promise<RestoreDifferences['sources']> {
  const sources = await listSourceStates(reader);
  const previews = await reader.db
    .selectFrom('change_set')
    .distinctOn('iam_connection_id')
    .select(['id', 'iam_connection_id', 'counts', 'created_at'])
    .where('kind', '=', 'directory')
    .where('created_at', '>', restored_at)
    .where('state', 'in', ['ready', 'quarantined', 'applied'])
    .where(visibleTo(reader.viewer, 'change_sets'))
    .orderBy('iam_connection_id')
    .orderBy('created_at', 'desc')
    .execute();
  const bySource = new Map(previews.map((preview) => [preview.iam_connection_id, preview]));
  return sources.map(({ id, name, is_active }) => {
    const found = bySource.get(id);
    if (!found) return { id, name, is_active, previewed: null };
    const { joiner: joined = 0, leaver: left = 0, mover: moved = 0 } = found.counts;
    const previewed = { change_set_id: found.id, joined, left, moved, at: found.created_at.toISOString() };
    return { id, name, is_active, previewed };
  });
}

type Resuming = { deps: Deps; caller: Caller; reader: Reader };

/**
 * Ends the pause: orders that waited are written within seconds. Notices, reminders and webhooks that waited in the
 * backup are dropped.
 * @throws AppError conflict when nothing is paused, or an active key system was neither read nor named in `unread`
 */
export async function resumeInstallation(
  { deps, caller, reader }: Resuming,
  { reason, unread }: { reason: string; unread: readonly string[] },
): Promise<Output<typeof installation.resume>> {
  const { backup, key_systems } = await findDifferences(deps, reader);
  const missing = key_systems.filter(
    ({ connection_id, is_active, is_read, state }) =>
      is_active && !is_read && state !== 'not_linked' && !unread.includes(connection_id),
  );
  if (missing.length > 0) {
    const names = missing.map(({ name }) => name).join(', ');
    throw new AppError('conflict', say('installation.unread', { names }));
  }
  const now = deps.clock();
  await deps.db.transaction().execute(async (tx) => {
    await endPause(tx, now);
    const details = { reason, taken_at: backup?.taken_at, unread };
    await recordEvent(tx, caller, 'installation.resumed', { details });
  });
  deps.jobs.nudge();
  return { resumed_at: now.toISOString() };
}
