import { spawnSync } from 'node:child_process';
import { rmdirSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Failure } from './failure.mjs';
import { findInstallation } from './layout.mjs';
import * as service from './service.mjs';
import { requireWholeData } from './unfinished-upgrade.mjs';

/**
 * Removes the program. Data and settings stay unless `purge` is given and confirmed.
 * @param options `root`, `purge`, `yes`: the options of the command
 */
export async function uninstall(options) {
  const installation = findInstallation(options.root && resolve(options.root));
  const { layout, record } = installation;
  if (!options.purge) requireWholeData(installation);
  if (layout.root === '/' && process.getuid() !== 0) throw new Failure('Run it as root');
  if (options.purge && !options.yes) await confirmPurge(layout);
  if (record.service) {
    service.disable();
    rmSync(layout.unit, { force: true });
    service.reload();
  }
  if (layout.root === '/') rmSync(layout.program, { force: true });
  rmSync(layout.product, { recursive: true, force: true });
  if (!options.purge) {
    console.log(`Key2XS is removed. Its data in ${layout.data} and its settings in ${layout.settings} are kept.`);
    return;
  }
  for (const folder of [layout.data, layout.config]) rmSync(folder, { recursive: true, force: true });
  if (record.user === 'key2xs') spawnSync('userdel', [record.user]);
  removeEmpty(layout);
  console.log('Key2XS, its data and its settings are removed. A PostgreSQL database of its own is not touched.');
}

async function confirmPurge(layout) {
  if (!process.stdin.isTTY) throw new Failure('--purge deletes all data: confirm it with --yes', 2);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question(
      `All data in ${layout.data}, with its backups, is deleted. Type "delete" to go on: `,
    );
    if (answer.trim() !== 'delete') throw new Failure('Nothing was removed.');
  } finally {
    terminal.close();
  }
}

/** Below a root of its own the folders above ours are ours, too; on a machine they belong to the system. */
function removeEmpty(layout) {
  if (layout.root === '/') return;
  for (const path of [layout.product, layout.data, layout.config]) {
    for (let folder = dirname(path); folder !== layout.root && folder !== dirname(folder); folder = dirname(folder)) {
      try {
        rmdirSync(join(folder));
      } catch {
        break; // something else is in it
      }
    }
  }
}
