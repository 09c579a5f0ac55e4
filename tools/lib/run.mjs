import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { root } from './root.mjs';

/** A program from an npm package. */
export const tool = (name) => join(root, 'node_modules/.bin', name);

const running = new Set();
let interruptedBy;
process.on('exit', () => {
  for (const child of running) signalGroup(child, 'SIGKILL');
});

/**
 * Starts a program in its own process group, so that its children can be ended with it.
 * Ctrl-C or SIGTERM goes to all of them, and we exit after the last; a second one kills.
 */
export function start(command, args, { env = {}, ...options } = {}) {
  const child = spawn(command, args, { cwd: root, detached: true, ...options, env: { ...process.env, ...env } });
  if (running.size === 0) for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, passOn);
  running.add(child);
  const ended = () => forget(child);
  child.once('exit', ended);
  child.once('error', ended);
  return child;
}

/** Signals the program and everything it started. */
export function signalGroup(child, signal) {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error; // already ended
  }
}

function forget(child) {
  signalGroup(child, 'SIGKILL'); // its remaining children
  running.delete(child);
  if (running.size > 0) return;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(signal, passOn);
  if (interruptedBy) process.exit(128 + constants.signals[interruptedBy]);
}

function passOn(signal) {
  for (const child of running) signalGroup(child, interruptedBy ? 'SIGKILL' : signal);
  interruptedBy = signal;
}

/**
 * Runs a program to its end. Never rejects: a program that cannot be started has code 127, one stopped for taking
 * too long 124.
 * @returns {Promise<{ code: number, output: string, stdout: string }>} `output`: both streams in order of arrival
 */
export function run(command, args, { timeoutMs = 900_000, env, ...options } = {}) {
  const child = start(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options, env: { NO_COLOR: '1', ...env } });
  const output = [];
  const stdout = [];
  child.stdout.on('data', (chunk) => stdout.push(chunk));
  for (const stream of ['stdout', 'stderr']) {
    child[stream].on('data', (chunk) => output.push(chunk));
  }
  let tooLong = '';
  const timer = setTimeout(() => {
    tooLong = `Stopped after ${timeoutMs / 1000} s.\n`;
    signalGroup(child, 'SIGKILL');
  }, timeoutMs);
  return new Promise((done) => {
    const finish = (code, reason) => {
      clearTimeout(timer);
      done({ code, output: Buffer.concat(output) + reason, stdout: Buffer.concat(stdout).toString() });
    };
    child.once('error', (error) => finish(127, `${error.message}\n`));
    child.once('close', (code) => finish(tooLong ? 124 : (code ?? 1), tooLong));
  });
}

/** A failed step of a command; `output` is what its program printed. */
export class StepFailed extends Error {
  constructor(message, output = '') {
    super(message);
    this.output = output;
  }
}

/** Like {@link run}, but throws on failure. @throws StepFailed with the message `failure` */
export async function runOrFail(failure, command, args, options) {
  const { code, output } = await run(command, args, options);
  if (code !== 0) throw new StepFailed(failure, output);
}

/** Runs a command; a failed step ends it with the step's output, one message and code 1. */
export async function command(work) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
    console.error(`${error.output.trimEnd()}\n${error.message}`.trim());
    process.exit(1);
  }
}
