import { readFileSync, rmSync } from 'node:fs';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';

export class DataFolderInUse extends Error {
  override name = 'DataFolderInUse';
}

const attempts = 50;
const pauseMs = 20;
/** A lock file empty for longer than this belongs to a process that died while writing it. */
const writingMs = 5_000;

/**
 * The start time of a process: after a reboot another program may have its number. Linux only, '' elsewhere. Also ''
 * for a zombie.
 */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' ? '' : (fields[18] ?? '');
  } catch {
    return '';
  }
}

function isAlive(pid: number, start: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  return startOf(pid) === start;
}

/** @returns who holds the lock, '' for a dead process's lock, undefined without a lock */
async function holderOf(file: string): Promise<string | undefined> {
  const content = await readFile(file, 'utf8').catch(() => undefined);
  if (content === undefined) return undefined;
  const [pid = '', start = ''] = content.split(' ');
  if (content !== '') return Number(pid) > 0 && isAlive(Number(pid), start) ? `process ${pid}` : '';
  const age = Date.now() - (await stat(file).catch(() => ({ mtimeMs: 0 }))).mtimeMs;
  return age < writingMs ? 'a process that is just starting' : '';
}

/** @returns false when the file exists already */
async function create(file: string, content: string): Promise<boolean> {
  try {
    await writeFile(file, content, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Removes a dead lock, one process at a time: otherwise a second process would remove the lock the first has just
 * taken.
 */
async function removeDead(file: string): Promise<void> {
  const guard = `${file}.takeover`;
  if (!(await create(guard, ''))) {
    if ((await holderOf(guard)) === '') await rm(guard, { force: true });
    await setTimeout(pauseMs);
    return;
  }
  if ((await holderOf(file)) === '') await rm(file, { force: true });
  await rm(guard, { force: true });
}

/**
 * Takes the data folder for this process; a lock left by a dead process is taken over.
 * @returns releases the folder; synchronous, so that it works while the process exits
 * @throws DataFolderInUse naming the process that holds it
 */
export async function lockDataFolder(directory: string): Promise<() => void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const file = join(directory, 'lock');
  const own = `${process.pid} ${startOf(process.pid)}`;
  for (let attempt = 0; attempt < attempts; attempt++) {
    if (await create(file, own)) return () => rmSync(file, { force: true });
    const holder = await holderOf(file);
    if (holder) {
      throw new DataFolderInUse(
        `The data folder ${directory} is in use by ${holder}. Stop that process, or set KEY2XS_DATA_DIR to another folder.`,
      );
    }
    if (holder === '') await removeDead(file);
  }
  throw new DataFolderInUse(`The data folder ${directory} cannot be locked. Try again.`);
}

const unwritable: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC']);

/**
 * The same with a PostgreSQL server, where the folder may be read-only: then this process writes nothing there, and cannot
 * conflict with another.
 */
export async function lockIfWritable(directory: string, log: Pick<Logger, 'warn'>): Promise<() => void> {
  try {
    return await lockDataFolder(directory);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && unwritable.has(error.code))) throw error;
    log.warn({ directory, reason: error.message }, 'the data folder cannot be written to');
    return () => undefined;
  }
}
