import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from './root.mjs';
import { run } from './run.mjs';
import { safeguards } from './safeguards.mjs';

/** Long enough for a busy machine; a test that hangs without its safeguard has failed. */
const timeoutMs = 300_000;

/**
 * Takes the safeguards out of a copy of the sources, one at a time, and runs for each the test that should notice.
 * @param only a part of the names of those wanted
 * @returns {Promise<number>} of how many it was not noticed
 */
export async function removeSafeguards(only = '') {
  const copy = await copySources();
  try {
    let missed = 0;
    for (const safeguard of safeguards.filter(({ name }) => name.includes(only))) {
      const beganAt = performance.now();
      const verdict = await judge(copy, safeguard);
      if (verdict !== 'noticed') missed++;
      const seconds = ((performance.now() - beganAt) / 1_000).toFixed(0);
      process.stdout.write(`${verdict.padEnd(26)} ${seconds.padStart(4)} s  ${safeguard.name}\n`);
    }
    return missed;
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/** Everything that git knows or would take, beside the packages as they are installed here. */
async function copySources() {
  const copy = await mkdtemp(join(tmpdir(), 'key2xs-safeguards-'));
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' });
  for (const file of listed.split('\0').filter(Boolean)) {
    await mkdir(dirname(join(copy, file)), { recursive: true });
    await cp(join(root, file), join(copy, file)).catch((error) => {
      if (error.code !== 'ENOENT') throw error; // deleted and not yet committed
    });
  }
  const modules = join(copy, 'node_modules');
  await mkdir(modules);
  for (const name of await readdir(join(root, 'node_modules'))) {
    const from = join(root, 'node_modules', name);
    // Our own are links to the folders beside, so they are copied as such.
    if (name === '@key2xs') await cp(from, join(modules, name), { recursive: true, verbatimSymlinks: true });
    else if (!name.startsWith('.')) await symlink(from, join(modules, name));
  }
  return copy;
}

async function judge(copy, { file, edits, test }) {
  const path = join(copy, file);
  const before = await readFile(path, 'utf8');
  let without = before;
  for (const [found, instead] of edits) {
    if (without.split(found).length !== 2) return 'NOT FOUND AS WRITTEN';
    without = without.replace(found, () => instead);
  }
  await writeFile(path, without);
  const verdict = await verdictOf(copy, test);
  await writeFile(path, before);
  return verdict;
}

/** Only a test that ran and failed, or hung, has noticed; sources that do not load show nothing. */
async function verdictOf(copy, { project, file, name }) {
  const pattern = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', '--project', project, file, '-t', pattern, '--reporter=json'];
  const { code, stdout, output } = await run(process.execPath, args, { cwd: copy, timeoutMs });
  if (code === hung) return 'noticed';
  const [, failed = 0] = /"numFailedTests":(\d+)/.exec(stdout) ?? [];
  const [, passed = 0] = /"numPassedTests":(\d+)/.exec(stdout) ?? [];
  if (Number(failed) > 0) return 'noticed';
  if (Number(passed) > 0) return 'NOT NOTICED';
  process.stdout.write(`${output.slice(-2_000)}\n`);
  return 'NO TEST RAN';
}

/** As `run` answers it. */
const hung = 124;
