import type { Logger } from 'pino';
import type { Db } from '../deps';
import { DiskFull } from '../embedded/database-ended';
import { type MigrationPlan, readMigrationPlan } from './migration-times';

const mebibyte = 1_048_576;
/** For everything else that is written meanwhile. */
const reserveBytes = 100 * mebibyte;

/** `room`: the folder of an embedded database, and how much its disk has free; a server's disk is not seen from here. */
type Options = {
  log: Pick<Logger, 'info'>;
  room?: { directory: string; free: (directory: string) => Promise<number | undefined> };
};

/**
 * Says what a start is going to change in a database that is in use, and looks whether it can.
 * @throws DiskFull before anything is changed
 */
export async function beforeMigrating(db: Db, { log, room }: Options): Promise<void> {
  const plan = await readMigrationPlan(db);
  if (plan.ran === 0 || plan.pending.length === 0) return;
  log.info({ pending: plan.pending.length, earlier: plan.text }, 'the database will be migrated');
  if (room) await requireRoom(plan, room);
}

async function requireRoom({ growth_bytes }: MigrationPlan, { directory, free }: NonNullable<Options['room']>) {
  const needed = growth_bytes + reserveBytes;
  const found = await free(directory);
  if (found === undefined || found >= needed) return;
  const inMiB = (bytes: number) => `${Math.ceil(bytes / mebibyte)} MiB`;
  throw new DiskFull(
    `The database in ${directory} has to be migrated, which may need ${inMiB(needed)} of free disk; ${inMiB(found)} are free. ` +
      'Nothing has been changed. Make room, then start again.',
  );
}
