import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { installation, locations, workList } from '@key2xs/contract';
import { writeSums } from '../../tools/lib/release/stage.mjs';
import { check, seconds, step } from '../story/report';
import { runLauncher, type Said, type Server, startInstalled } from './installed';

type Admin = { username: string; password: string };
/** Where things are below the folder, and what later steps need of earlier ones. */
type Scene = { unpacked: string; root: string; data: string; program: string; recoveryKey: string; version: string };

export async function walkRelease(folder: string, archive: string): Promise<void> {
  const isOffline = await hasNoRoute();
  step(isOffline ? 'In a network namespace without a route.' : 'With the network of this machine.');
  const scene = install(folder, archive);
  const admin = await signInFirst(scene);
  const backup = backUp(scene);
  await wipeAndRestore(scene, admin, backup);
  const newer = await makeVersion(scene, '9.0.0');
  await upgrade(scene, admin, newer);
  await failToUpgrade(scene, admin, await makeVersion(scene, '9.0.1', breakServer));
  await goBackAfterPowerCuts(scene, admin, await makeVersion(scene, '9.0.2', cutPower));
  uninstall(scene);
}

/** Documentation addresses are routed nowhere, so a network answers late or never, and none at once. */
function hasNoRoute(): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '192.0.2.1', port: 80, timeout: 200 });
    const end = (isUnreachable: boolean) => () => resolve(socket.destroy() && isUnreachable);
    socket.once('timeout', end(false)).once('connect', end(false));
    socket.once('error', (error) => end('code' in error && error.code === 'ENETUNREACH')());
  });
}

function expectDone({ code, output }: Said, what: string): string {
  if (code !== 0) throw new Error(`${what} ended with code ${code}:\n${output}`);
  return output;
}

function install(folder: string, archive: string): Scene {
  const began = performance.now();
  const { status } = spawnSync('tar', ['-xzf', archive, '-C', folder]);
  if (status !== 0) throw new Error(`${archive} cannot be unpacked`);
  const version = /key2xs-([^/]+)\.tar\.gz$/.exec(archive)?.[1] ?? '';
  const unpacked = join(folder, `key2xs-${version}`);
  const root = join(folder, 'machine');
  const said = expectDone(runLauncher(join(unpacked, 'key2xs'), 'install', '--root', root, '--no-service'), 'install');
  const data = join(root, 'var/lib/key2xs');
  const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8);
  check('the data folder is closed to others', modeOf(data) === '700', modeOf(data));
  const settings = join(root, 'etc/key2xs/key2xs.env');
  check('the settings are closed to others', modeOf(settings) === '600', modeOf(settings));
  const recoveryKey = /AGE-SECRET-KEY-\S+/.exec(said)?.[0] ?? '';
  check(
    'the settings do not hold the recovery key',
    recoveryKey !== '' && !readFileSync(settings, 'utf8').includes(recoveryKey),
  );
  const program = join(root, 'opt/key2xs/current/key2xs');
  const status_ = runLauncher(program, 'status');
  check(
    'the status names the version and that nothing runs',
    status_.code === 3 && status_.output.includes(version),
    status_,
  );
  step(`1. unpacked and installed in ${seconds(began)}`);
  return { unpacked, root, data, program, recoveryKey, version };
}

async function signInFirst({ program }: Scene): Promise<Admin> {
  const began = performance.now();
  const server = await startInstalled(program);
  if (!server.firstAdmin) throw new Error('the first start printed no credentials');
  await server.signIn(server.firstAdmin);
  const page = await fetch(server.url).then((answer) => answer.text());
  check('the web application is served', page.includes('<div id="root">'), page.slice(0, 200));
  const pdf = await server.call(workList.exportPdf, { query: {} });
  check('a PDF is printed with the fonts of the archive', pdf.startsWith('%PDF'), pdf.slice(0, 20));
  await server.call(locations.create, { body: { name: 'Town hall', type: 'building' } });
  await server.stop();
  step(`2. started, signed in and worked in ${seconds(began)}`);
  return server.firstAdmin;
}

function backUp({ program, data }: Scene): string {
  const began = performance.now();
  const said = expectDone(runLauncher(program, 'backup'), 'backup');
  const file = said.slice(0, said.indexOf(': '));
  check(
    'the backup is in the folder of the settings',
    file.startsWith(join(data, 'backups')) && existsSync(file),
    said,
  );
  step(`3. backup written in ${seconds(began)}`);
  return file;
}

async function wipeAndRestore(
  { program, data, root, recoveryKey }: Scene,
  admin: Admin,
  backup: string,
): Promise<void> {
  const began = performance.now();
  for (const name of readdirSync(data)) if (name !== 'backups') rmSync(join(data, name), { recursive: true });
  const keyFile = join(root, 'recovery-key');
  writeFileSync(keyFile, `${recoveryKey}\n`, { mode: 0o600 });
  expectDone(runLauncher(program, 'restore', backup, '--key-file', keyFile), 'restore');
  rmSync(keyFile);
  const server = await startInstalled(program);
  await expectTownHall(server, admin, 'restored');
  const { backup: restored } = await server.call(installation.differences, {});
  check('the restored installation is paused', restored !== null);
  await server.stop();
  step(`4. wiped, restored and signed in again in ${seconds(began)}`);
}

async function expectTownHall(server: Server, admin: Admin, when: string): Promise<void> {
  await server.signIn(admin);
  const { items } = await server.call(locations.list, { query: {} });
  check(
    `what was entered is there: ${when}`,
    items.some(({ name }) => name === 'Town hall'),
    items,
  );
}

/** The same build under another version. */
async function makeVersion({ unpacked }: Scene, version: string, change?: (folder: string) => void): Promise<string> {
  const folder = `${unpacked}-as-${version}`;
  spawnSync('cp', ['--archive', '--link', unpacked, folder]); // the same files: each that changes is written anew
  const file = join(folder, 'release.json');
  const release = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  for (const changed of [file, join(folder, 'SHA256SUMS')]) rmSync(changed);
  writeFileSync(file, JSON.stringify({ ...release, version }));
  change?.(folder);
  await writeSums(folder);
  return folder;
}

/** Leaves the data as no former version could read it. */
const breakServer = (folder: string) => replaceServer(folder, `console.error('broken on purpose'); process.exit(1);`);

/** The same, and takes the launcher with it. */
const cutPower = (folder: string) => replaceServer(folder, `process.kill(process.ppid, 'SIGKILL'); process.exit(1);`);

function replaceServer(folder: string, end: string): void {
  const code = `import { rmSync } from 'node:fs';
    rmSync(process.env.KEY2XS_DATA_DIR + '/database/PG_VERSION', { force: true });
    ${end}`;
  const file = join(folder, 'apps/server/dist/main.js');
  rmSync(file);
  writeFileSync(file, code);
}

const versionOf = (program: string) => runLauncher(program, 'version').output.trim();

async function upgrade({ program, data, root, unpacked, version }: Scene, admin: Admin, newer: string): Promise<void> {
  const began = performance.now();
  const same = runLauncher(join(unpacked, 'key2xs'), 'upgrade', '--root', root);
  check('the version that is installed is no upgrade', same.code === 1 && versionOf(program) === version, same);
  const countBackups = () => readdirSync(join(data, 'backups')).length;
  const before = countBackups();
  expectDone(runLauncher(join(newer, 'key2xs'), 'upgrade', '--root', root), 'upgrade');
  check('the newer version is installed', versionOf(program) === '9.0.0', versionOf(program));
  check('a backup was written before', countBackups() > before);
  const server = await startInstalled(program);
  await expectTownHall(server, admin, 'upgraded');
  await server.stop();
  step(`5. upgraded in ${seconds(began)}`);
}

async function failToUpgrade({ program, data, root }: Scene, admin: Admin, broken: string): Promise<void> {
  const began = performance.now();
  const said = runLauncher(join(broken, 'key2xs'), 'upgrade', '--root', root, '--without-backup');
  check('an upgrade that does not start says so', said.code === 1 && said.output.includes('broken on purpose'), said);
  check('the former version serves again', said.output.includes('9.0.0 serves again'), said.output);
  check('the link leads back', versionOf(program) === '9.0.0', versionOf(program));
  const left = readdirSync(data).filter((name) => name.includes('upgrade'));
  for (const name of ['9.0.1', 'upgrade.json']) if (existsSync(join(root, 'opt/key2xs', name))) left.push(name);
  check('nothing of the upgrade is left', left.length === 0, left);
  const server = await startInstalled(program);
  await expectTownHall(server, admin, 'put back');
  await server.stop();
  step(`6. went back from a version that does not start in ${seconds(began)}`);
}

async function goBackAfterPowerCuts({ program, data, root }: Scene, admin: Admin, newer: string): Promise<void> {
  const began = performance.now();
  runLauncher(join(newer, 'key2xs'), 'upgrade', '--root', root, '--without-backup');
  const { output } = runLauncher(program, 'status');
  check('the status says that the upgrade was cut off', output.includes('from 9.0.0 was cut off'), output);
  const again = runLauncher(join(newer, 'key2xs'), 'upgrade', '--root', root);
  check('the same upgrade says how to go back', again.code === 1 && again.output.includes('--back'), again);
  // As going back leaves it when the power goes while data is put back.
  renameSync(join(root, 'opt/key2xs/9.0.2/apps'), join(root, 'opt/key2xs/9.0.2/apps-withdrawn'));
  mkdirSync(join(data, 'after-upgrade.part'));
  renameSync(join(data, 'database'), join(data, 'after-upgrade.part/database'));
  const refused = runLauncher(program, 'start');
  check('nothing starts on half of the data', refused.code === 1 && refused.output.includes('End that with'), refused);
  expectDone(runLauncher(program, 'upgrade'), 'going back');
  check('the link leads back after the cuts', versionOf(program) === '9.0.0', versionOf(program));
  const server = await startInstalled(program);
  await expectTownHall(server, admin, 'put back after power cuts');
  await server.stop();
  step(`7. went back after two power cuts in ${seconds(began)}`);
}

function uninstall({ program, root, data, unpacked }: Scene): void {
  const began = performance.now();
  expectDone(runLauncher(program, 'uninstall'), 'uninstall');
  check('the program is gone and the data is kept', !existsSync(program) && existsSync(join(data, 'database')));
  expectDone(runLauncher(join(unpacked, 'key2xs'), 'install', '--root', root, '--no-service'), 'second install');
  const refused = runLauncher(program, 'uninstall', '--purge');
  check('data is not deleted without confirmation', refused.code === 2 && existsSync(data), refused);
  expectDone(runLauncher(program, 'uninstall', '--purge', '--yes'), 'purge');
  check('nothing is left', readdirSync(root).length === 0, readdirSync(root));
  step(`8. removed in ${seconds(began)}`);
}
