import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findOrInstallChromium } from './browsers.mjs';
import { copySources } from './copy-sources.mjs';
import { startPostgres } from './postgres.mjs';
import { start } from './run.mjs';
import { safeguards } from './safeguards.mjs';

const lanes = 2;
/** Long enough for a busy machine; a test that hangs without its safeguard has failed. */
const timeoutMs = 300_000;

/**
 * Removes the safeguards from a copy of the sources, one at a time, and runs for each the test that should fail. Before that,
 * runs these tests once on the unchanged sources, where they must pass.
 * @param only a substring of the names to run
 * @returns {Promise<number>} the number of removals that no test noticed
 */
export async function removeSafeguards(only = '') {
  const wanted = safeguards.filter(({ name }) => name.includes(only));
  const waiting = byTestFile(wanted);
  const env = {};
  const needs = (project) => wanted.some(({ test }) => test.project === project);
  const postgres = needs('api') ? await startPostgres() : undefined; // starts sooner than the embedded database
  if (postgres) env.TEST_DATABASE_URL = postgres.url;
  if (needs('e2e')) env.CHROMIUM_PATH = await findOrInstallChromium();
  try {
    const missed = await Promise.all(Array.from({ length: lanes }, () => workOff(waiting, env)));
    const sum = missed.reduce((total, some) => total + some, 0);
    process.stdout.write(`${wanted.length - sum} of ${wanted.length} safeguards noticed\n`);
    return sum;
  } finally {
    await postgres?.stop();
  }
}

/** Largest groups first, so that both lanes end at about the same time. */
function byTestFile(wanted) {
  const files = new Map();
  for (const safeguard of wanted)
    files.set(safeguard.test.file, [...(files.get(safeguard.test.file) ?? []), safeguard]);
  return [...files.values()].sort((a, b) => b.length - a.length);
}

async function workOff(waiting, env) {
  if (waiting.length === 0) return 0;
  const copy = await copySources();
  const judge = new Judge(copy, env);
  let missed = 0;
  try {
    for (let group = waiting.shift(); group; group = waiting.shift()) {
      const { project, file } = group[0].test;
      const asIs = await judge.ask({ project, file, names: group.map(({ test }) => test.name) });
      for (const safeguard of group) {
        const beganAt = performance.now();
        const verdict = await verdictOf(safeguard, asIs, judge);
        if (verdict !== 'noticed') missed++;
        const seconds = ((performance.now() - beganAt) / 1_000).toFixed(0);
        process.stdout.write(`${verdict.padEnd(26)} ${seconds.padStart(4)} s  ${safeguard.name}\n`);
      }
    }
  } finally {
    await judge.end();
    await rm(copy, { recursive: true, force: true });
  }
  return missed;
}

/** A test has noticed only if it passes with the safeguard, and fails or hangs without it. */
async function verdictOf(safeguard, asIs, judge) {
  const passed = asIs.states?.filter(([name]) => name.includes(safeguard.test.name)) ?? [];
  if (passed.length === 0) return complain('NO TEST RAN', asIs);
  if (passed.some(([, state]) => state === 'failed')) return complain('FAILS AS ALL STANDS', asIs);
  // The database of API tests is migrated once, at the start.
  const isAtStart = safeguard.file.startsWith('apps/server/migrations/');
  if (isAtStart) await judge.end();
  const { isHung, problem, states = [], errors } = await judge.ask(safeguard);
  if (isAtStart) await judge.end();
  if (isHung || states.some(([, state]) => state === 'failed')) return 'noticed';
  if (problem) return complain('NOT FOUND AS WRITTEN', { problem });
  // Sources that do not load prove nothing.
  return states.length > 0 ? 'NOT NOTICED' : complain('NO TEST RAN', { errors });
}

function complain(verdict, { problem, errors = [] }) {
  for (const reason of [problem, ...errors].filter(Boolean)) process.stdout.write(`${reason.slice(0, 1_000)}\n`);
  return verdict;
}

/** Runs tests in a copy, in a process that is started on demand, and restarted after a hang. */
class Judge {
  #copy;
  #env;
  #child;
  #complaints = '';

  constructor(copy, env) {
    this.#copy = copy;
    this.#env = env;
  }

  async ask(question) {
    this.#child ??= await this.#begin();
    const child = this.#child;
    child.send(question);
    const waiting = new AbortController();
    const { signal } = waiting;
    const answer = await Promise.race([
      once(child, 'message', { signal }).then(([answer]) => answer),
      once(child, 'exit', { signal }).then(([, endedBy]) => {
        if (endedBy) throw new Error(`interrupted by ${endedBy}`); // Ctrl-C reaches the child too
        return { problem: `the process that runs the tests ended: ${this.#complaints}` };
      }),
      setTimeout(timeoutMs, { isHung: true }, { signal }),
    ]);
    waiting.abort();
    if (answer.isHung || child.exitCode !== null) await this.end();
    return answer;
  }

  async #begin() {
    const program = fileURLToPath(new URL('./judge-safeguards.mjs', import.meta.url));
    const stdio = ['ignore', 'ignore', 'pipe', 'ipc'];
    const child = start(process.execPath, [program, this.#copy], { env: this.#env, stdio });
    child.stderr.on('data', (data) => {
      this.#complaints = (this.#complaints + data).slice(-1_000);
    });
    await Promise.race([once(child, 'message'), once(child, 'exit')]);
    return child;
  }

  async end() {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
}
