import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { inMiB, sizeOf } from './checks.mjs';
import { Failure } from './failure.mjs';
import { findInstallation, here, releaseOf } from './layout.mjs';
import * as service from './service.mjs';
import { readSettings } from './settings-file.mjs';

/** Prints version, service, server, data and the newest backup. @returns 0 when the server is ready, 3 when it is not */
export async function status({ root }) {
  let installation;
  try {
    installation = findInstallation(root);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.log(`version   ${releaseOf(here).version}, not installed`);
    return 3;
  }
  const { layout, record, folder } = installation;
  const settings = readSettings(layout.settings);
  const url = service.urlOf(settings);
  const isReady = await service.isReady(url);
  const rows = {
    version: `${releaseOf(folder).version} in ${folder}`,
    service: record.service ? service.state().active : 'none: started in the foreground',
    server: isReady ? `ready at ${url}` : `not ready at ${url}`,
    database: settings.DATABASE_URL || settings.DATABASE_URL_FILE ? 'PostgreSQL' : 'embedded',
    data: `${layout.data}, ${inMiB(sizeOf(layout.data))}`,
    backup: newestBackup(settings.KEY2XS_BACKUP_DIR),
  };
  for (const [name, value] of Object.entries(rows)) console.log(`${name.padEnd(10)}${value}`);
  return isReady ? 0 : 3;
}

function newestBackup(folder) {
  if (!folder) return 'no folder is set';
  const files = existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
  const [newest] = files
    .map((file) => ({ file, at: statSync(file).mtime }))
    .sort((a, b) => b.at.getTime() - a.at.getTime());
  return newest ? `${newest.file}, ${newest.at.toISOString()}` : 'none yet';
}
