import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Deps } from '../deps';
import { findSecretKey } from '../secrets/secret-key';
import { writeBackup } from './write-backup';

const dayMs = 24 * 3_600_000;
const namePattern = /^key2xs-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z\.age$/;

/** `key2xs-2026-05-03T021500Z.age`: names sort by the moment of the backup, in UTC. */
export const backupName = (at: Date): string => `key2xs-${at.toISOString().slice(0, 19).replaceAll(':', '')}Z.age`;

/** The moment of each backup in the folder, the newest first. */
export async function listBackups(directory: string): Promise<{ file: string; at: Date }[]> {
  const names = await readdir(directory).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });
  return names
    .flatMap((name) => {
      const [, day, hours, minutes, seconds] = namePattern.exec(name) ?? [];
      return day ? [{ file: join(directory, name), at: new Date(`${day}T${hours}:${minutes}:${seconds}Z`) }] : [];
    })
    .sort((one, other) => other.at.getTime() - one.at.getTime());
}

/**
 * Writes a backup into the configured folder unless the newest there is of the past day, then deletes the oldest beyond those to
 * keep. Nothing is deleted when writing fails.
 * @returns how many were written
 */
export async function backUpDaily({ config, db, clock, log }: Pick<Deps, 'config' | 'db' | 'clock' | 'log'>) {
  const { backup } = config;
  const secretKey = await findSecretKey(config);
  if (!backup || !secretKey) return 0;
  const now = clock();
  const [newest] = await listBackups(backup.directory);
  if (newest && now.getTime() - newest.at.getTime() < dayMs) return 0;
  const file = join(backup.directory, backupName(now));
  const { bytes, rows } = await writeBackup({ db, secretKey, now }, { file, recipient: backup.recipient });
  log.info({ file, bytes, rows }, 'backup written');
  for (const old of (await listBackups(backup.directory)).slice(backup.keep)) await rm(old.file);
  return 1;
}
