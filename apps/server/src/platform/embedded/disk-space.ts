import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DiskFull } from './database-ended';

const mebibyte = 1_048_576;
/** Room for the files of an empty database and its log. */
const neededToStart = 100 * mebibyte;
/**
 * With less free than this, a full disk is what ended the database: its log grows 16 MiB at a time, and it has removed
 * the part it could not finish.
 */
const neededToGoOn = 64 * mebibyte;

/** @returns undefined when unknown. The folder need not exist yet. */
export async function freeBytes(directory: string): Promise<number | undefined> {
  try {
    const { bavail, bsize } = await statfs(directory);
    return bavail * bsize;
  } catch {
    const parent = dirname(directory);
    return parent === directory ? undefined : freeBytes(parent);
  }
}

/** Call before writing anything, so that a start on a full disk leaves no partial files. @throws DiskFull */
export async function requireDiskSpace(directory: string): Promise<void> {
  const free = await freeBytes(directory);
  if (free === undefined || free >= neededToStart) return;
  throw new DiskFull(
    `The disk of the data folder ${directory} has ${Math.floor(free / mebibyte)} MiB left; Key2XS needs ${neededToStart / mebibyte} MiB to start. ` +
      'Make room, then start again. What was saved is still there.',
  );
}

export async function isDiskFull(directory: string): Promise<boolean> {
  const free = await freeBytes(directory);
  return free !== undefined && free < neededToGoOn;
}
