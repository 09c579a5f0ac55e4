import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { LogFormat, LogTarget } from '@key2xs/contract';
import { NotSent } from './not-sent';

type FileTarget = Extract<LogTarget, { kind: 'file' }>;

const bytesOfMegabyte = 1_000_000;
const newline = 10;
const blockBytes = 65_536;

/** Where files of forwarded entries are, below the data folder. */
export const forwardingFolder = (dataDir: string): string => join(dataDir, 'log-forwarding');

/**
 * Appends whole lines to the file and waits until the disk has them; begins a new file before it gets larger than it may. The part of
 * a line that a killed process left behind is cut off: the whole line is among those that follow.
 * Only one caller may write a file at a time.
 * @throws NotSent
 */
export async function appendToFile(
  dataDir: string,
  target: FileTarget,
  format: LogFormat,
  bytes: Buffer,
): Promise<void> {
  const folder = forwardingFolder(dataDir);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = (number?: number) => join(folder, fileName(target.file, format, number));
    if (await append(path(), bytes, target.max_megabytes * bytesOfMegabyte)) return;
    await rotate(path, await numbersIn(folder, target.file, format), target.keep);
    await append(path(), bytes, Number.POSITIVE_INFINITY);
    await syncFolder(folder);
  } catch (error) {
    throw new NotSent('file', error);
  }
}

const fileName = (file: string, format: LogFormat, number?: number): string =>
  [file, ...(number === undefined ? [] : [`${number}`]), format === 'ocsf' ? 'ndjson' : 'cef'].join('.');

/** @returns false when the file would get too large */
async function append(path: string, bytes: Buffer, maxBytes: number): Promise<boolean> {
  const file = await open(path, 'a+', 0o600);
  try {
    const { size } = await file.stat();
    const whole = await endOfLastLine(file, size);
    if (whole > 0 && whole + bytes.length > maxBytes) return false;
    if (whole < size) await file.truncate(whole);
    await file.appendFile(bytes);
    await file.sync();
    return true;
  } finally {
    await file.close();
  }
}

async function endOfLastLine(file: FileHandle, size: number): Promise<number> {
  for (let end = size; end > 0; end -= blockBytes) {
    const from = Math.max(0, end - blockBytes);
    const { buffer } = await file.read(Buffer.alloc(end - from), 0, end - from, from);
    const at = buffer.lastIndexOf(newline);
    if (at >= 0) return from + at + 1;
  }
  return 0;
}

/** Of the former files that there are. */
async function numbersIn(folder: string, file: string, format: LogFormat): Promise<number[]> {
  const names = await readdir(folder);
  return names.flatMap((name) => {
    const number = Number(name.split('.')[1]);
    return number > 0 && name === fileName(file, format, number) ? [number] : [];
  });
}

/**
 * The present file becomes number 1, and so on up to the first number that is free, as one killed in between has left it; what is
 * beyond those that are kept is deleted.
 */
async function rotate(path: (number?: number) => string, numbers: readonly number[], keep: number): Promise<void> {
  const used = new Set(numbers);
  let free = 1;
  while (free < keep && used.has(free)) free++;
  for (const number of used) if (number > keep || number === free) await rm(path(number), { force: true });
  for (let number = free - 1; number > 0; number--) await rename(path(number), path(number + 1));
  await rename(path(), path(1));
}

/** So that a power cut does not undo a new name. Windows has no such call. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const opened = await open(folder, 'r');
  await opened.sync().finally(() => opened.close());
}
