import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import type { Db, Deps, Tx } from '../deps';
import { AppError } from '../errors';
import type { JobWork } from '../jobs/job-kind';
import type { Schedule } from '../jobs/scheduler';

/**
 * A restored installation is paused until an administrator resumes it: it writes to no key system, reads no source into its
 * people, and sends no mails and webhooks, because its plan, people and rights are those of the backup.
 */
export type Pause = { taken_at: Date; restored_at: Date };

export const findPause = (db: Db): Promise<Pause | undefined> =>
  db
    .selectFrom('restored_backup')
    .select(['taken_at', 'restored_at'])
    .where('resumed_at', 'is', null)
    .executeTakeFirst();

/** @throws AppError installation_paused */
export async function refuseWhilePaused(db: Db): Promise<void> {
  if (await findPause(db)) throw new AppError('installation_paused', say('installation.isPaused'));
}

/**
 * What waited in the backup to be mailed or sent to a webhook is dropped: the installation of then has sent it since.
 * @throws AppError conflict when the installation is not paused
 */
export async function endPause(tx: Tx, now: Date): Promise<void> {
  const ended = await tx
    .updateTable('restored_backup')
    .set({ resumed_at: now })
    .where('resumed_at', 'is', null)
    .returning('restored_at')
    .executeTakeFirst();
  if (ended)
    await tx
      .updateTable('audit_head')
      .set({ accepted_at: sql<Date>`greatest(accepted_at, ${ended.restored_at}::timestamptz)` })
      .execute();
  else throw new AppError('conflict', say('installation.isNotPaused'));
}

/** How soon after it is resumed what waits goes on. */
const waitMs = 10_000;

/** Requested work that reaches other systems waits while the installation is paused. */
export const jobUnlessPaused = <W extends JobWork>({ db }: Pick<Deps, 'db'>, work: W): W => ({
  ...work,
  run: async (piece) => ((await findPause(db)) ? { dueInMs: waitMs } : work.run(piece)),
});

/** The same of work that comes back by itself. */
export const unlessPaused = ({ db }: Pick<Deps, 'db'>, schedule: Schedule): Schedule => ({
  ...schedule,
  async run(signal) {
    if (!(await findPause(db))) return (await schedule.run(signal)) ?? 0;
    return 0;
  },
});
