import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.mjs';
import { findOrInstallPostgres } from './postgres-programs.mjs';
import { runOrFail, StepFailed, signalGroup, start } from './run.mjs';

const asRoot = process.getuid?.() === 0;

/**
 * A PostgreSQL server for the tests: TEST_DATABASE_URL, else a throwaway one that ends with this process.
 * @returns its URL, with a user who may create databases, the same over its socket, which costs a test a fifth less processor time
 *   than the loopback network, and `stop`
 */
export async function startPostgres() {
  const { TEST_DATABASE_URL: url } = process.env;
  return url ? { url, socketUrl: url, stop: async () => {} } : startThrowaway(await findOrInstallPostgres());
}

async function startThrowaway(binaries, { isDurable = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'key2xs-postgres-'));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  process.once('exit', remove);
  const data = join(folder, 'data');
  const password = randomBytes(16).toString('hex');
  await initialise(binaries, folder, data, password);
  const begin = async (port) => {
    const program = asPostgres(join(binaries, 'postgres'), ['-D', data, ...settings(folder, port, isDurable)]);
    const started = start(...program, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
    await untilReady(started);
    return started;
  };
  let { port, server } = await onFreePort(begin);
  const stop = async () => {
    const ended = once(server, 'exit');
    signalGroup(server, 'SIGQUIT'); // quits without flushing: the data is thrown away
    await ended;
    remove();
  };
  const restart = async (mode) => {
    const ended = once(server, 'exit');
    process.kill(server.pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
    await ended;
    server = await begin(port);
  };
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  return { url, socketUrl: `${url}?host=${encodeURIComponent(folder)}`, stop, restart };
}

/**
 * A throwaway PostgreSQL server with durable commits, as in production.
 * `restart('fast' | 'immediate')` stops it in that mode and resolves when it is back.
 */
export const startDurablePostgres = async () => startThrowaway(await findOrInstallPostgres(), { isDurable: true });

/** PostgreSQL does not support port 0, and another process may take a free port first. */
async function onFreePort(begin, tries = 5) {
  const port = await freePort();
  try {
    return { port, server: await begin(port) };
  } catch (error) {
    if (tries === 1 || !error.output?.includes('could not bind')) throw error;
    return onFreePort(begin, tries - 1);
  }
}

async function initialise(binaries, folder, data, password) {
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (asRoot) {
    const { uid, gid } = postgresUser();
    for (const path of [folder, passwordFile]) chownSync(path, uid, gid);
  }
  chmodSync(folder, 0o700);
  const owner = ['--username=postgres', '--auth=password', `--pwfile=${passwordFile}`];
  const args = [`--pgdata=${data}`, ...owner, '--encoding=UTF8', '--locale=C.UTF-8', '--lc-messages=C', '--no-sync'];
  const program = asPostgres(join(binaries, 'initdb'), args);
  await runOrFail('The throwaway PostgreSQL could not be made.', ...program, { cwd: folder });
}

/** PostgreSQL refuses to run as root. */
function asPostgres(program, args) {
  if (!asRoot) return [program, args];
  const identity = ['--reuid=postgres', '--regid=postgres', '--clear-groups', '--pdeathsig=SIGQUIT'];
  return ['setpriv', [...identity, program, ...args]];
}

function postgresUser() {
  const entry = readFileSync('/etc/passwd', 'utf8').match(/^postgres:[^:]*:(\d+):(\d+):/m);
  if (!entry) throw new StepFailed('There is no user postgres to run the throwaway PostgreSQL as.');
  return { uid: Number(entry[1]), gid: Number(entry[2]) };
}

function settings(folder, port, isDurable) {
  const quick = isDurable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
  const values = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    max_connections: 200,
    ...quick,
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Waits for the server's own message, in English because of `--lc-messages=C`. */
function untilReady(server) {
  let said = '';
  return new Promise((ready, reject) => {
    const failed = (reason) => reject(new StepFailed(`The throwaway PostgreSQL did not start${reason}.`, said));
    server.once('error', (error) => failed(`: ${error.message}`));
    server.once('exit', () => failed(''));
    server.stderr.on('data', (chunk) => {
      said = said.slice(-10_000) + chunk;
      if (said.includes('ready to accept connections')) ready();
    });
  });
}
