import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { compareVersions, inMiB, requireRoom, requireRoomFor, requireWhole, sizeOf } from './checks.mjs';
import { Failure } from './failure.mjs';
import { checkDatabase, linkCurrent, placeVersion } from './install.mjs';
import { asideOf, forgetKept, keepData, notKept, putBack } from './kept-data.mjs';
import { findInstallation, here, releaseOf, rootOf } from './layout.mjs';
import { runHere, tryStart } from './programs.mjs';
import * as service from './service.mjs';
import { readSettings } from './settings-file.mjs';
import { findUnfinished, forgetUpgrade, noteUpgrade, upgradeCommand, withdraw } from './unfinished-upgrade.mjs';

/**
 * Puts this unpacked archive in the place of the installed version: checks, backup, switch, start. When the new version does not
 * start, the former one serves again. Ends going back where that was cut off.
 * @param options `root`, `without-backup`, `back`: the options of the command
 */
export async function upgrade(options) {
  const former = findInstallation(options.root);
  const { layout, record } = former;
  if (layout.root === '/' && process.getuid() !== 0) throw new Failure('Run it as root');
  const unfinished = findUnfinished(former);
  if (options.back || unfinished?.isGoingBack) return goBack(former, unfinished);
  if (rootOf(here)) throw new Failure('This is the installed version. Run upgrade from the unpacked newer archive');
  const { version } = releaseOf(here);
  const next = { layout, record, folder: join(layout.product, version) };
  requireNewer(former, version, unfinished);
  await requireWhole(here);
  const settings = readSettings(layout.settings);
  const isEmbedded = !settings.DATABASE_URL && !settings.DATABASE_URL_FILE;
  const hasBackup = requireBackup(settings, options);

  requireRoom(layout.product, sizeOf(here) * 1.1);
  placeVersion(layout, version);
  let pending = [];
  let isKeeping = false;
  try {
    pending = requireDatabase(next, {
      isEmbedded,
      backupFolder: hasBackup && backupFolderOf(layout, settings),
    });
    // What is done after the backup was begun would not be in it.
    if (record.service) service.stop();
    else if (await service.isReady(service.urlOf(settings))) throw new Failure('The server is running. Stop it first.');
    if (hasBackup) await backUp(former);
    isKeeping = true;
    if (isEmbedded) keepData(layout);
    noteUpgrade(layout, basename(former.folder), version);
  } catch (error) {
    if (isKeeping) forgetAll(layout);
    rmSync(next.folder, { recursive: true, force: true });
    if (record.service && service.state().active !== 'active') await service.startAndWait(service.urlOf(settings));
    throw new Failure(
      `${error.message}\nNothing has changed: ${releaseOf(former.folder).version} is installed as before.`,
    );
  }

  try {
    await switchTo(next, settings);
  } catch (error) {
    console.error(`${version} did not start: ${error.message}`);
    await switchBack({ former, next, settings, isEmbedded, hasBackup, pending });
    throw new Failure(`The upgrade failed. ${releaseOf(former.folder).version} serves again, with the data of before.`);
  }
  forgetAll(layout);
  removeOlder(layout, [basename(former.folder), version]);
  console.log(`Upgraded from ${releaseOf(former.folder).version} to ${version}.`);
}

function forgetAll(layout, options) {
  forgetUpgrade(layout);
  forgetKept(layout, options);
}

function requireNewer({ layout, folder }, version, unfinished) {
  const present = releaseOf(folder).version;
  const difference = compareVersions(version, present);
  if (difference > 0) return;
  const why = 'There is no way back to an earlier version than by restoring a backup.';
  throw new Failure(
    difference === 0
      ? `${present} is installed already.${wayBack(layout, unfinished)}`
      : `${present} is installed, which is later. ${why}`,
  );
}

const wayBack = (layout, unfinished) =>
  unfinished?.hasData ? ` If it does not start: ${upgradeCommand(layout)} --back` : '';

/** @returns whether a backup will be written. @throws Failure where one is wanted and no one could open it */
function requireBackup(settings, options) {
  if (options['without-backup']) return false;
  if (settings.KEY2XS_BACKUP_RECIPIENT) return true;
  throw new Failure(
    'KEY2XS_BACKUP_RECIPIENT is not set, so no backup can be written before the upgrade: make one with key2xs backup --new-key, ' +
      'or use --without-backup',
  );
}

/**
 * Checks version and room as the new version needs them, while the former one serves, and says what will be done.
 * @returns the names of the migrations that it will run
 */
function requireDatabase(next, { isEmbedded, backupFolder }) {
  const { data } = next.layout;
  const found = checkDatabase(next);
  const bytes = isEmbedded ? sizeOf(data, notKept) : found.bytes;
  const backup = backupFolder ? [{ folder: backupFolder, bytes: bytes / 4 }] : []; // it is compressed
  const growth = found?.growthBytes ?? bytes / 2;
  // The data is kept until the new version has started.
  requireRoomFor([...backup, ...(isEmbedded ? [{ folder: data, bytes: bytes + growth }] : [])]);
  if (!isEmbedded) console.log(`PostgreSQL ${found.version} with ${inMiB(bytes)}.`);
  console.log(found?.text ?? 'How many migrations will run is not known before the new version has started.');
  if (!isEmbedded && found.pending.length > 0)
    console.log(`They may need ${inMiB(growth)} on the disk of PostgreSQL, which is not seen from here.`);
  return isEmbedded ? [] : found.pending;
}

/** Where `key2xs backup` writes. */
const backupFolderOf = (layout, { KEY2XS_BACKUP_DIR: folder }) => resolve(layout.data, folder ?? '.');

async function backUp(former) {
  console.log('Writing a backup…');
  const code = await runHere(former, 'backup');
  if (code !== 0) throw new Failure('The backup could not be written, see above.');
}

async function switchTo(installation, settings) {
  const { layout, record, folder } = installation;
  linkCurrent(layout, basename(folder));
  if (!record.service) return tryStart(installation);
  if (await service.writeUnit(installation)) service.reload();
  await service.startAndWait(service.urlOf(settings));
}

async function switchBack({ former, next, settings, isEmbedded, hasBackup, pending }, { keepsAside = false } = {}) {
  const { layout, record } = former;
  if (record.service) service.stop();
  if (isEmbedded) {
    withdraw(next);
    putBack(layout);
  }
  try {
    await switchTo(former, settings);
  } catch (error) {
    const isMigrated = pending.length > 0 && checkDatabase(next).pending.length < pending.length;
    const what = isMigrated ? ofMigrated(hasBackup) : error.message;
    throw new Failure(`The upgrade failed, and ${releaseOf(former.folder).version} does not start either. ${what}`);
  } finally {
    forgetAll(layout, { exceptAside: keepsAside });
    rmSync(next.folder, { recursive: true, force: true });
  }
}

const ofMigrated = (hasBackup) =>
  'The new version has migrated a part of the database. ' +
  (hasBackup
    ? 'Restore the backup of before into an empty database: key2xs restore <file>'
    : 'No backup was written before: mend what keeps the new version from starting and upgrade again, or restore an earlier ' +
      'backup into an empty database: key2xs restore <file>');

/** After an upgrade that was cut off. What the later version has written is kept aside: it may have served meanwhile. */
async function goBack(next, unfinished) {
  const { layout, record } = next;
  if (!unfinished)
    throw new Failure('No upgrade was cut off. An earlier version comes back by restoring its backup only');
  const { from, to, hasData } = unfinished;
  const settings = readSettings(layout.settings);
  if (!hasData) throw new Failure(`No data of ${from} was kept. Restore the backup of before the upgrade`);
  if (!record.service && (await service.isReady(service.urlOf(settings))))
    throw new Failure('The server is running. Stop it first.');
  const former = { layout, record, folder: join(layout.product, from) };
  if (!existsSync(former.folder))
    throw new Failure(`${former.folder} is missing. Restore the backup of before the upgrade`);
  await switchBack({ former, next, settings, isEmbedded: true, hasBackup: false, pending: [] }, { keepsAside: true });
  console.log(`${from} serves again, with the data of before the upgrade.`);
  console.log(`What ${to} has written is in ${asideOf(layout)} until the next upgrade.`);
}

/** The former version stays, to look things up; those before it go. */
function removeOlder(layout, kept) {
  for (const name of readdirSync(layout.product)) {
    const folder = join(layout.product, name);
    if (!kept.includes(name) && existsSync(join(folder, 'release.json')) && name !== 'current') {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}
