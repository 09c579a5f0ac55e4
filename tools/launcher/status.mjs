import { once } from 'node:events';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { inMiB, sizeOf } from './checks.mjs';
import { Failure } from './failure.mjs';
import { findInstallation, here, releaseOf } from './layout.mjs';
import * as service from './service.mjs';
import { readSettings } from './settings-file.mjs';
import { findUnfinished, upgradeCommand } from './unfinished-upgrade.mjs';

/** Prints version, service, server, data, migrations and the newest backup. @returns 0 when the server is ready, 3 when it is not */
export async function status({ root }) {
  let installation;
  try {
    installation = findInstallation(root);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.log(`version    ${releaseOf(here).version}, not installed`);
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
    ...(await migrations(layout)),
    backup: newestBackup(settings.KEY2XS_BACKUP_DIR),
    ...unfinishedUpgrade(installation),
  };
  for (const [name, value] of Object.entries(rows)) console.log(`${name.padEnd(11)}${value}`);
  return isReady ? 0 : 3;
}

/** Asks the server, which alone may have the database open. Others than root and its user learn nothing. */
async function migrations(layout) {
  try {
    const request = get({ socketPath: join(layout.data, 'control.sock'), path: '/migrations', timeout: 5_000 });
    request.once('timeout', () => request.destroy());
    const [answer] = await once(request, 'response');
    const { text } = await json(answer);
    return answer.statusCode === 200 ? { migrations: text } : {};
  } catch {
    return {};
  }
}

function unfinishedUpgrade(installation) {
  const unfinished = findUnfinished(installation);
  if (!unfinished) return {};
  const { from, to, isGoingBack, hasData } = unfinished;
  const command = upgradeCommand(installation.layout);
  if (isGoingBack) return { upgrade: `was cut off while it went back to ${from}. End that with: ${command}` };
  const way = hasData ? `; if ${to} does not start, go back with: ${command} --back` : '';
  return { upgrade: `from ${from} was cut off${way}` };
}

/** As the server names them: other files may lie beside. */
const backupPattern = /^key2xs-\d{4}-\d\d-\d\dT\d{6}Z\.age$/;

/** Names sort by the moment of the backup. */
export function newestBackup(folder) {
  if (!folder) return 'no folder is set';
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => backupPattern.test(name)) : [];
  const newest = files.sort().at(-1);
  if (newest === undefined) return 'none yet';
  const file = join(folder, newest);
  return `${file}, ${statSync(file).mtime.toISOString()}`;
}
