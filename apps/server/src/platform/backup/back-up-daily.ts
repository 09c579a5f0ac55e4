import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Deps } from '../deps';
import { findSecretKey } from '../secrets/secret-key';
import { writeBackup } from './write-backup';

/** By the clock of the machine: while one is written, an embedded database answers no one else. */
const hourOfNight = 2;
/** A clock that is set back a little makes no backup one of the future. */
const toleranceMs = 600_000;
const namePattern = /^key2xs-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z\.age$/;
const draftPattern = /^key2xs-[\dTZ-]+\.age\.part$/;

/** `key2xs-2026-05-03T021500Z.age`: names sort by the moment of the backup, in UTC. */
export const backupName = (at: Date): string => `key2xs-${at.toISOString().slice(0, 19).replaceAll(':', '')}Z.age`;

/**
 * The moment of each backup in the folder, the newest first. One of the future was written while the clock was wrong: it is no
 * reason to write none, and left out.
 */
export async function listBackups(directory: string, now: Date): Promise<{ file: string; at: Date }[]> {
  const names = await readdir(directory).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });
  return names
    .flatMap((name) => {
      const [, day, hours, minutes, seconds] = namePattern.exec(name) ?? [];
      return day ? [{ file: join(directory, name), at: new Date(`${day}T${hours}:${minutes}:${seconds}Z`) }] : [];
    })
    .filter(({ at }) => at.getTime() <= now.getTime() + toleranceMs)
    .sort((one, other) => other.at.getTime() - one.at.getTime());
}

/**
 * Writes a backup into the configured folder unless there is one since two o'clock at night, then deletes the oldest beyond those
 * to keep. Nothing is deleted when writing fails.
 * @param stopping ends it; the next start begins anew
 * @returns how many were written
 */
export async function backUpDaily(
  { config, db, clock, log }: Pick<Deps, 'config' | 'db' | 'clock' | 'log'>,
  stopping: AbortSignal,
): Promise<number> {
  const { backup } = config;
  const secretKey = await findSecretKey(config);
  if (!backup || !secretKey) return 0;
  const now = clock();
  const [newest] = await listBackups(backup.directory, now);
  if (newest && newest.at >= lastNight(now)) return 0;
  await removeDrafts(backup.directory);
  const file = join(backup.directory, backupName(now));
  try {
    const { bytes, rows } = await writeBackup({ db, secretKey, now, stopping }, { file, recipient: backup.recipient });
    log.info({ file, bytes, rows }, 'backup written');
  } catch (error) {
    if (stopping.aborted) return 0;
    throw error;
  }
  for (const old of (await listBackups(backup.directory, now)).slice(backup.keep)) await rm(old.file);
  return 1;
}

function lastNight(now: Date): Date {
  const at = new Date(now);
  at.setHours(hourOfNight, 0, 0, 0);
  if (at > now) at.setDate(at.getDate() - 1);
  return at;
}

/** What was begun by a process that was stopped before its end. */
async function removeDrafts(directory: string): Promise<void> {
  const names = await readdir(directory).catch(() => []);
  for (const name of names.filter((each) => draftPattern.test(each))) await rm(join(directory, name), { force: true });
}
