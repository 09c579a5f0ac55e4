import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeOptions } from './node-options.mjs';
import { run, tool } from './run.mjs';
import { resultsVariable } from './vitest-reporter.mjs';

/** Long enough for two concurrent runs on a slow machine; ends one that hangs. */
const timeoutMs = 4_800_000;

/** Lines of the end of a run that failed without a failed test. */
const maxLines = 100;

/**
 * A step that runs one project of vitest.config.ts and counts its tests. Its `rerun` runs the given test files.
 * @param changedSince only the test files whose imports have changed since this commit
 */
export const vitestStep = (name, project, { env, changedSince } = {}) => ({
  name,
  run: () =>
    runProject(project, { env, selection: changedSince ? [`--changed=${changedSince}`, '--passWithNoTests'] : [] }),
  rerun: (files) => runProject(project, { env, selection: files }),
});

async function runProject(project, { env, selection }) {
  const folder = mkdtempSync(join(tmpdir(), 'key2xs-vitest-'));
  const file = join(folder, 'results.json');
  const reporters = ['--reporter=default', '--reporter=./tools/lib/vitest-reporter.mjs'];
  try {
    const vitest = [...nodeOptions, tool('vitest'), 'run'];
    const { code, output } = await run(
      process.execPath,
      [...vitest, '--project', project, ...reporters, ...selection],
      {
        env: { ...env, [resultsVariable]: file },
        timeoutMs,
      },
    );
    return outcomeOf(readResults(file), code, output);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A non-zero exit without a failed test is a failure too, and then the end of the output says why. */
function outcomeOf({ failures, ...results }, code, output) {
  const failed = code === 0 ? failures.length : Math.max(failures.length, 1);
  const shown = failures.length > 0 ? failures.map(({ test }) => test) : output.split('\n').slice(-maxLines);
  return { ...results, failures, failed, output: shown.join('\n') };
}

function readResults(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { passed: 0, skipped: 0, files: [], failures: [], failedFiles: [] };
  }
}
