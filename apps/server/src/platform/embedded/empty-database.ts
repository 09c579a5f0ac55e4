import { type Dirent, existsSync } from 'node:fs';
import { cp, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Made by the build, beside the bundle. From source there is none, and PGlite makes the files itself. */
const prepared = fileURLToPath(new URL('./empty-database', import.meta.url));

/**
 * Puts the files of an empty database into a folder that is not there yet: copying takes a second where making them
 * takes six or seven. On the disk, and whole, before the folder has its name; what an earlier start left half done is thrown away.
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
  if (entry.isDirectory() && process.platform === 'win32') return; // which cannot open them
  const handle = await open(join(entry.parentPath, entry.name), entry.isDirectory() ? 'r' : 'r+');
  await handle.sync();
  await handle.close();
}
