import { spawn, spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Failure } from './failure.mjs';
import { readSettings } from './settings-file.mjs';

const programs = {
  start: 'main',
  backup: 'backup-command',
  restore: 'restore-command',
  doctor: 'doctor-command',
  admin: 'admin',
  requests: 'requests-command',
  'audit-verify': 'audit-verify',
  'database-check': 'database-check',
};

/** Node's arguments and spawn options for one of the server's programs, with the installation's settings and user. */
function callOf({ layout, record, folder }, name, env = {}) {
  const settings = { KEY2XS_DATA_DIR: layout.data, ...readSettings(layout.settings) };
  const node = join(folder, 'node/bin/node');
  const script = join(folder, 'apps/server/dist', `${programs[name]}.js`);
  if (!existsSync(script)) throw new Failure(`${script} is missing: install this version again`);
  return {
    node,
    script,
    // What is set for this one call wins, as with any program.
    options: { env: { ...settings, ...process.env, KEY2XS_LAUNCHER: 'key2xs', ...env }, ...userOf({ layout, record }) },
  };
}

/** Root works as the user of the service, so that files in the data folder keep their owner. */
function userOf({ layout, record }) {
  if (!record.user || process.getuid() !== 0) return {};
  const { uid, gid } = statSync(layout.data);
  return { uid, gid };
}

/** Runs a program with our terminal until it ends; signals reach it. @returns its exit code */
export async function runHere(installation, name, args = [], env = {}) {
  const { node, script, options } = callOf(installation, name, env);
  const child = spawn(node, [script, ...args], { ...options, stdio: 'inherit' });
  // A terminal sends Ctrl-C to both; twice would mean "kill".
  const passOn = (signal) => child.kill(signal);
  process.on('SIGINT', process.stdin.isTTY ? () => undefined : passOn);
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, passOn);
  const [code, signal] = await ended(child);
  return code ?? 128 + constants.signals[signal];
}

/** Runs a program and collects what it says. @returns {{ code: number, stdout: string, stderr: string }} */
export function runQuietly(installation, name, args = []) {
  const { node, script, options } = callOf(installation, name);
  const { status, stdout, stderr, error } = spawnSync(node, [script, ...args], { ...options, encoding: 'utf8' });
  if (error) throw new Failure(`${script}: ${error.message}`);
  return { code: status ?? 1, stdout, stderr };
}

const readyLine = /^Key2XS is ready at/;

/**
 * Starts the server on a free port until it says that it is ready, which is after its migrations, and stops it again.
 * @throws Failure with its last lines when it ends before
 */
export async function tryStart(installation) {
  const { node, script, options } = callOf(installation, 'start', { PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'info' });
  const child = spawn(node, [script], { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const log = [];
  child.stderr.setEncoding('utf8').on('data', (text) => log.push(text));
  let isReady = false;
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (!readyLine.test(line)) return;
    isReady = true;
    child.kill('SIGTERM');
  });
  const [code] = await ended(child);
  if (!isReady)
    throw new Failure(`it ended with code ${code}:\n${log.join('').split('\n').slice(-6).join('\n').trim()}`);
}

function ended(child) {
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new Failure(`Node could not be started: ${error.message}`)));
    child.once('close', (...how) => resolve(how));
  });
}
