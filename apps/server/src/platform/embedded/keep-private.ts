import { chmodSync, existsSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '#config';

const forOwner = { folder: 0o700, file: 0o600 };
const permissions = 0o777;

/**
 * Removes other users' permissions on the data folder, the files in it and the product's folders, which a restored copy, an earlier
 * version or another umask may have left. A few milliseconds for a thousand files.
 * @throws ConfigError when it belongs to another user
 */
export function keepPrivate(dataDir: string): void {
  if (process.platform === 'win32' || !existsSync(dataDir)) return; // Windows uses the folder's own permissions
  close(dataDir);
  for (const entry of readdirSync(dataDir, { withFileTypes: true })) {
    if (entry.isFile() && entry.name !== keptOpen) closeIfOurs(join(dataDir, entry.name));
  }
  for (const name of ['database', 'sandbox']) {
    const folder = join(dataDir, name);
    if (existsSync(folder)) closeAll(folder);
  }
}

/** Not changed here: `loadSecretKey` refuses a key that others can read. */
const keptOpen = 'secret.key';

/** Skips files of other users: no other user can enter the folder anyway. */
function closeIfOurs(path: string): void {
  try {
    close(path);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
  }
}

function closeAll(folder: string): void {
  close(folder);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) closeAll(path);
    else if (entry.isFile()) close(path);
  }
}

function close(path: string): void {
  const stat = lstatSync(path);
  const mode = stat.isDirectory() ? forOwner.folder : forOwner.file;
  if ((stat.mode & permissions) === mode) return;
  try {
    chmodSync(path, mode);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) throw error;
    throw new ConfigError([`${path}: belongs to another user. Give the data folder to the user that runs Key2XS`]);
  }
}
