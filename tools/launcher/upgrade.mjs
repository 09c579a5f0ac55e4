import { cpSync, existsSync, lchownSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { compareVersions, inMiB, requireRoom, requireWhole, sizeOf } from './checks.mjs';
import { Failure } from './failure.mjs';
import { checkDatabase, linkCurrent, placeVersion } from './install.mjs';
import { findInstallation, here, releaseOf, rootOf } from './layout.mjs';
import { runHere, tryStart } from './programs.mjs';
import * as service from './service.mjs';
import { readSettings } from './settings-file.mjs';

/** In the data folder, while an upgrade runs: what the former version needs to start again. */
const keptName = 'before-upgrade';
/** Not changed by an upgrade. */
const notKept = ['backups', keptName];

/**
 * Puts this unpacked archive in the place of the installed version: checks, backup, switch, start. When the new version does not
 * start, the former one serves again.
 * @param options `root`, `without-backup`, `allow-same`: the options of the command
 */
export async function upgrade(options) {
  if (rootOf(here)) throw new Failure('This is the installed version. Run upgrade from the unpacked newer archive');
  const former = findInstallation(options.root);
  const { layout, record } = former;
  const { version } = releaseOf(here);
  const next = { layout, record, folder: join(layout.product, version) };
  if (layout.root === '/' && process.getuid() !== 0) throw new Failure('Run it as root');
  requireNewer(releaseOf(former.folder).version, version);
  await requireWhole(here);
  const settings = readSettings(layout.settings);
  const isEmbedded = !settings.DATABASE_URL && !settings.DATABASE_URL_FILE;
  const hasBackup = requireBackup(settings, options);

  requireRoom(layout.product, sizeOf(here) * 1.1);
  placeVersion(layout, version);
  let pending = [];
  try {
    pending = requireDatabase(next, isEmbedded);
    // What is done after the backup was begun would not be in it.
    if (record.service) service.stop();
    else if (await service.isReady(service.urlOf(settings))) throw new Failure('The server is running. Stop it first.');
    if (hasBackup) await backUp(former);
    if (isEmbedded) keepData(layout);
  } catch (error) {
    rmSync(next.folder, { recursive: true, force: true });
    rmSync(join(layout.data, keptName), { recursive: true, force: true });
    if (record.service && service.state().active !== 'active') await service.startAndWait(service.urlOf(settings));
    throw new Failure(
      `${error.message}\nNothing has changed: ${releaseOf(former.folder).version} is installed as before.`,
    );
  }

  try {
    await switchTo(next, settings);
  } catch (error) {
    console.error(`${version} did not start: ${error.message}`);
    await switchBack({ former, next, settings, isEmbedded, pending });
    throw new Failure(`The upgrade failed. ${releaseOf(former.folder).version} serves again, with the data of before.`);
  }
  rmSync(join(layout.data, keptName), { recursive: true, force: true });
  removeOlder(layout, [basename(former.folder), version]);
  console.log(`Upgraded from ${releaseOf(former.folder).version} to ${version}.`);
}

function requireNewer(present, version) {
  const difference = compareVersions(version, present);
  if (difference > 0) return;
  const why = 'There is no way back to an earlier version than by restoring a backup.';
  throw new Failure(
    difference === 0 ? `${present} is installed already.` : `${present} is installed, which is later. ${why}`,
  );
}

/** @returns whether a backup will be written. @throws Failure where one is wanted and nobody could open it */
function requireBackup(settings, options) {
  if (options['without-backup']) return false;
  if (settings.KEY2XS_BACKUP_RECIPIENT) return true;
  throw new Failure(
    'KEY2XS_BACKUP_RECIPIENT is not set, so no backup can be written before the upgrade: make one with key2xs backup --new-key, ' +
      'or use --without-backup',
  );
}

/** Checks version and room as the new version needs them. @returns the names of the migrations that it will run */
function requireDatabase(next, isEmbedded) {
  const { layout } = next;
  if (isEmbedded) {
    // The data is kept until the new version has started; its backup is compressed.
    requireRoom(layout.data, sizeOf(layout.data, notKept) * 1.5);
    return [];
  }
  const { version, bytes, pending } = checkDatabase(next);
  requireRoom(layout.data, bytes / 4);
  console.log(`PostgreSQL ${version} with ${inMiB(bytes)}; ${pending.length} migrations will run.`);
  return pending;
}

async function backUp(former) {
  console.log('Writing a backup…');
  const code = await runHere(former, 'backup');
  if (code !== 0) throw new Failure('The backup could not be written, see above.');
}

/** A copy of the data, because a former version does not read a database that a later one has migrated. */
function keepData(layout) {
  const kept = join(layout.data, keptName);
  rmSync(kept, { recursive: true, force: true });
  mkdirSync(kept, { mode: 0o700 });
  for (const name of readdirSync(layout.data).filter((name) => !notKept.includes(name))) {
    cpSync(join(layout.data, name), join(kept, name), { recursive: true, preserveTimestamps: true });
    copyOwner(join(layout.data, name), join(kept, name));
  }
}

/** `cpSync` makes the copy its caller's, root's, and the service could not read it. */
function copyOwner(from, to) {
  const { uid, gid } = lstatSync(from);
  lchownSync(to, uid, gid);
  if (!lstatSync(from).isDirectory()) return;
  for (const name of readdirSync(from)) copyOwner(join(from, name), join(to, name));
}

async function switchTo(installation, settings) {
  const { layout, record, folder } = installation;
  linkCurrent(layout, basename(folder));
  if (record.service) await service.startAndWait(service.urlOf(settings));
  else await tryStart(installation);
}

async function switchBack({ former, next, settings, isEmbedded, pending }) {
  const { layout, record } = former;
  if (record.service) service.stop();
  if (isEmbedded) putBack(layout);
  linkCurrent(layout, basename(former.folder));
  try {
    await switchTo(former, settings);
  } catch (error) {
    const isMigrated = pending.length > 0 && checkDatabase(next).pending.length < pending.length;
    const what = isMigrated
      ? 'The new version has migrated a part of the database. Restore the backup of before into an empty database: key2xs restore <file>'
      : error.message;
    throw new Failure(`The upgrade failed, and ${releaseOf(former.folder).version} does not start either. ${what}`);
  } finally {
    rmSync(next.folder, { recursive: true, force: true });
  }
}

function putBack(layout) {
  const kept = join(layout.data, keptName);
  for (const name of readdirSync(layout.data).filter((name) => !notKept.includes(name))) {
    rmSync(join(layout.data, name), { recursive: true, force: true });
  }
  for (const name of readdirSync(kept)) renameSync(join(kept, name), join(layout.data, name));
  rmSync(kept, { recursive: true });
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
