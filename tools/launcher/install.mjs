import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { requireRoom, requireWhole, sizeOf } from './checks.mjs';
import { disk } from './disk.mjs';
import { Failure } from './failure.mjs';
import { here, layoutAt, releaseOf, rootOf } from './layout.mjs';
import { runQuietly } from './programs.mjs';
import * as service from './service.mjs';
import { readSettings, settingsTemplate } from './settings-file.mjs';

/** Room for a first database and its growth. */
const dataBytes = 512 * 1_048_576;

/**
 * Installs this unpacked archive. What it made is removed again when it fails; data and settings that were there stay.
 * @param options `root`, `service`, `user`, `recipient`, `port`, `settings`: the options of the command
 */
export async function install(options) {
  const root = resolve(options.root ?? '/');
  const isMachine = root === '/';
  const wanted = {
    layout: layoutAt(root),
    user: isMachine && !options['no-user'] ? (options.user ?? 'key2xs') : undefined,
    isService: isMachine && !options['no-service'],
  };
  if (isMachine && process.getuid() !== 0) throw new Failure('Run it as root, or with --root <folder>');
  if (wanted.isService && !wanted.user) throw new Failure('--no-user goes with --no-service only', 2);
  await requireInstallable(wanted.layout, wanted.isService);
  const undo = [];
  try {
    await installParts(wanted, options, undo);
  } catch (error) {
    for (const step of undo.reverse()) step();
    if (undo.length > 0) console.error('What was installed is removed again.');
    throw error;
  }
}

async function requireInstallable(layout, isService) {
  if (rootOf(here)) throw new Failure('This is the installed version. Run install from an unpacked archive');
  if (existsSync(layout.record)) {
    throw new Failure(`Key2XS is installed below ${layout.root} already: use ./key2xs upgrade`);
  }
  const { platform } = releaseOf(here);
  if (platform !== `${process.platform}-${process.arch}`) throw new Failure(`This archive is for ${platform}`);
  if (isService) service.state(); // finds out whether there is a systemd before anything is written
  requireRoom(layout.product, sizeOf(here) * 1.1);
  requireRoom(layout.data, dataBytes);
  await requireWhole(here);
}

async function installParts({ layout, user, isService }, options, undo) {
  const { version } = releaseOf(here);
  const owner = user && ensureUser(user, layout.data, undo);
  undo.push(() => rmSync(layout.product, { recursive: true, force: true }));
  placeVersion(layout, version);
  const record = { user, service: isService };
  writeFileSync(layout.record, `${JSON.stringify(record)}\n`, { mode: 0o644 });
  console.log(`Key2XS ${version} is in ${join(layout.product, version)}.`);

  const isNew = !existsSync(join(layout.data, 'database'));
  if (!existsSync(layout.data)) undo.push(() => rmSync(layout.data, { recursive: true, force: true }));
  mkdirSync(layout.data, { recursive: true, mode: 0o700 });
  chmodSync(layout.data, 0o700);
  if (owner) chownSync(layout.data, owner.uid, owner.gid);
  if (!isNew) console.log(`The data of an earlier installation in ${layout.data} is taken over.`);

  const installation = { layout, record, folder: join(layout.product, version) };
  writeSettings(installation, options, undo);
  linkCurrent(layout, version);
  if (layout.root === '/') linkProgram(layout, undo);
  if (isService) await startService(installation, isNew, undo);
  else console.log(`Start it with: ${join(layout.current, 'key2xs')} start`);
}

/** Copies this folder beside the other versions. Half a copy is never taken for a version. */
export function placeVersion(layout, version) {
  mkdirSync(layout.product, { recursive: true, mode: 0o755 });
  const target = join(layout.product, version);
  const draft = `${target}.new`;
  for (const folder of [draft, target]) rmSync(folder, { recursive: true, force: true });
  cpSync(here, draft, { recursive: true, mode: constants.COPYFILE_FICLONE, verbatimSymlinks: true });
  chmodSync(draft, 0o755);
  disk.flush();
  disk.rename(draft, target);
}

/** Replaces the link in one step: there is always a current version. */
export function linkCurrent(layout, version) {
  const draft = `${layout.current}.new`;
  rmSync(draft, { force: true });
  symlinkSync(version, draft);
  disk.rename(draft, layout.current);
  disk.flush();
}

function linkProgram(layout, undo) {
  if (existsSync(layout.program)) return console.log(`${layout.program} is there already and stays as it is.`);
  mkdirSync(join(layout.program, '..'), { recursive: true });
  symlinkSync(join(layout.current, 'key2xs'), layout.program);
  undo.push(() => rmSync(layout.program, { force: true }));
}

function ensureUser(name, home, undo) {
  const found = findUser(name);
  if (found) return found;
  const nobody =
    ['/usr/sbin/nologin', '/sbin/nologin', '/bin/false'].find((shell) => existsSync(shell)) ?? '/bin/false';
  const args = ['--system', '--user-group', '--no-create-home', '--home-dir', home, '--shell', nobody, name];
  const { status, stderr, error } = spawnSync('useradd', args, { encoding: 'utf8' });
  if (error || status !== 0) throw new Failure(`The user ${name} cannot be made: ${(stderr || error.message).trim()}`);
  undo.push(() => spawnSync('userdel', [name]));
  return findUser(name);
}

/** @returns {{ uid: number, gid: number } | undefined} */
function findUser(name) {
  const [uid, gid] = ['-u', '-g'].map((kind) => spawnSync('id', [kind, name], { encoding: 'utf8' }));
  if (uid.error) throw new Failure(`The program id cannot be run: ${uid.error.message}`);
  return uid.status === 0 ? { uid: Number(uid.stdout), gid: Number(gid.stdout) } : undefined;
}

/** Keeps settings that are there: they are the operator's. */
function writeSettings(installation, { recipient, port, settings: prepared, 'no-backups': isWithoutBackups }, undo) {
  const { layout } = installation;
  if (existsSync(layout.settings)) return console.log(`The settings in ${layout.settings} stay as they are.`);
  mkdirSync(layout.config, { recursive: true, mode: 0o755 });
  undo.push(() => rmSync(layout.settings, { force: true }));
  if (prepared !== undefined) {
    readSettings(resolve(prepared)); // names a wrong line before it is taken over
    cpSync(resolve(prepared), layout.settings);
    chmodSync(layout.settings, 0o600);
    return;
  }
  const backups = isWithoutBackups ? {} : backupSettings(installation, recipient);
  const text = settingsTemplate({ ...(port !== undefined && { PORT: port }), ...backups });
  writeFileSync(layout.settings, text, { mode: 0o600, flag: 'wx' });
  console.log(`Settings are in ${layout.settings}.`);
}

function backupSettings(installation, given) {
  const KEY2XS_BACKUP_DIR = join(installation.layout.data, 'backups');
  if (given !== undefined) return { KEY2XS_BACKUP_RECIPIENT: given, KEY2XS_BACKUP_DIR };
  const { code, stdout, stderr } = runQuietly(installation, 'backup', ['--new-key']);
  const [, recipient] = /^Recipient: +(age1\S+)$/m.exec(stdout) ?? [];
  const [, recoveryKey] = /^Recovery key: +(\S+)$/m.exec(stdout) ?? [];
  if (code !== 0 || !recipient) throw new Failure(`No key for backups could be made: ${stderr.trim()}`);
  console.log(`A backup is written each day to ${KEY2XS_BACKUP_DIR}. Its recovery key, shown here only:`);
  console.log(`  ${recoveryKey}`);
  console.log(
    '  Print it and keep it in a safe: without it no backup can be restored, and who has it can open them all.',
  );
  return { KEY2XS_BACKUP_RECIPIENT: recipient, KEY2XS_BACKUP_DIR };
}

async function startService(installation, isNew, undo) {
  const { layout } = installation;
  const settings = readSettings(layout.settings);
  const admin = isNew ? writeFirstAdmin(installation, settings) : undefined;
  undo.push(() => {
    service.disable();
    for (const file of [layout.unit, layout.firstAdmin]) rmSync(file, { force: true });
    service.reload();
  });
  await service.writeUnit(installation);
  service.enable();
  const url = service.urlOf(settings);
  try {
    await service.startAndWait(url);
  } catch (error) {
    throw new Failure(`The service did not start, ${error.message}`);
  } finally {
    rmSync(layout.firstAdmin, { force: true });
  }
  console.log(`Key2XS is ready at ${url}`);
  if (admin) console.log(`Sign in as '${admin.name}' with the password '${admin.password}', shown here only.`);
}

/** The server would print a password of its own into the journal, where it would stay. */
function writeFirstAdmin(installation, settings) {
  const isGiven =
    settings.KEY2XS_ADMIN_USERNAME || settings.KEY2XS_ADMIN_PASSWORD || settings.KEY2XS_ADMIN_PASSWORD_FILE;
  if (isGiven) return undefined;
  if (settings.DATABASE_URL || settings.DATABASE_URL_FILE) {
    const database = checkDatabase(installation);
    if (!database.isEmpty) return undefined;
  }
  const admin = { name: 'admin', password: randomBytes(18).toString('base64url') };
  const text = `KEY2XS_ADMIN_USERNAME=${admin.name}\nKEY2XS_ADMIN_PASSWORD=${admin.password}\n`;
  writeFileSync(installation.layout.firstAdmin, text, { mode: 0o600 });
  return admin;
}

/**
 * What this version says of the database in the settings.
 * @returns {{ isEmpty: boolean, bytes: number, version: string, pending: string[], growthBytes: number, text: string } | undefined}
 *   undefined for an embedded one whose server is stopped or cannot say it; without `bytes` and `version` for another embedded one
 * @throws Failure where it cannot be used
 */
export function checkDatabase(installation) {
  const { code, stdout, stderr } = runQuietly(installation, 'database-check');
  if (code !== 0) throw new Failure(`The database cannot be used: ${stderr.trim()}`);
  const found = JSON.parse(stdout);
  if (found === null) return undefined;
  const { is_empty: isEmpty, bytes, version, pending, growth_bytes: growthBytes, text } = found;
  return { isEmpty, bytes, version, pending, growthBytes, text };
}
