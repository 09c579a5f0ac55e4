import { type Dirent, existsSync } from 'node:fs';
import { cp, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConfigError } from '#config';

/** Created by the build, next to the bundle. From source, PGlite creates the files itself. */
const prepared = fileURLToPath(new URL('./empty-database', import.meta.url));

/**
 * Copies an empty database into a folder that does not exist yet: one second, where creating it takes six or seven.
 * Flushed to disk before the folder gets its name; leftovers of an interrupted start are removed.
 */
export async function placeEmptyDatabase(directory: string, source = prepared): Promise<void> {
  if (existsSync(directory) || !existsSync(source)) return;
  const draft = `${directory}.new`;
  await rm(draft, { recursive: true, force: true });
  await cp(source, draft, { recursive: true });
  const entries = await readdir(draft, { recursive: true, withFileTypes: true });
  await Promise.all(entries.map(flush));
  await rename(draft, directory);
}

/**
 * Refuses a folder with files but no database in them: the engine would create an empty one there.
 * @throws ConfigError
 */
export async function refuseDamagedDatabase(directory: string): Promise<void> {
  if (!existsSync(directory) || existsSync(join(directory, 'PG_VERSION'))) return;
  if ((await readdir(directory)).length === 0) return;
  const next = 'Restore a backup, or move this folder away to begin with an empty database';
  throw new ConfigError([`KEY2XS_DATA_DIR: ${directory} is damaged, its file PG_VERSION is missing. ${next}`]);
}

async function flush(entry: Dirent): Promise<void> {
  if (entry.isDirectory() && process.platform === 'win32') return; // Windows cannot open folders
  const handle = await open(join(entry.parentPath, entry.name), entry.isDirectory() ? 'r' : 'r+');
  await handle.sync();
  await handle.close();
}
