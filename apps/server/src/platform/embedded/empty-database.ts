import { type Dirent, existsSync } from 'node:fs';
import { cp, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

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

async function flush(entry: Dirent): Promise<void> {
  if (entry.isDirectory() && process.platform === 'win32') return; // Windows cannot open folders
  const handle = await open(join(entry.parentPath, entry.name), entry.isDirectory() ? 'r' : 'r+');
  await handle.sync();
  await handle.close();
}
