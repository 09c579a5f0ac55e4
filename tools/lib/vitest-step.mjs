import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { root } from './root.mjs';
import { run, tool } from './run.mjs';

/** Long enough for two concurrent runs on a busy machine; ends one that hangs. */
const timeoutMs = 1_800_000;

/**
 * A step that runs one project of vitest.config.ts and counts its tests.
 * @param changedSince only the test files whose imports have changed since this commit
 */
export const vitestStep = (name, project, { env, changedSince } = {}) => ({
  name,
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'key2xs-vitest-'));
    const file = join(folder, 'result.json');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const selection = changedSince ? [`--changed=${changedSince}`, '--passWithNoTests'] : [];
    try {
      const { code, output } = await run(tool('vitest'), ['run', '--project', project, ...reporters, ...selection], {
        env,
        timeoutMs,
      });
      const result = readResult(file);
      return {
        ...countTests(result, code),
        files: timesOf(result),
        failures: failuresOf(result),
        output,
      };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
});

/** A file that fails to load counts as a failure, as does a non-zero exit without a failed test. */
function countTests(result, code) {
  const unloaded = result.testResults.filter(({ status, assertionResults }) => {
    return status === 'failed' && !assertionResults.some((test) => test.status === 'failed');
  });
  const failed = result.numFailedTests + unloaded.length;
  return {
    passed: result.numPassedTests,
    failed: code === 0 ? failed : Math.max(failed, 1),
    skipped: result.numPendingTests + result.numTodoTests,
  };
}

const timesOf = ({ testResults }) =>
  testResults.map(({ name, startTime, endTime }) => ({
    file: relative(root, name),
    seconds: (endTime - startTime) / 1_000,
  }));

/** Name and first lines of the message of each failed test, and of each file that did not load. */
const failuresOf = ({ testResults }) =>
  testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    const file = relative(root, name);
    if (status === 'failed' && failed.length === 0) return { test: file, message: firstLines(message) };
    return failed.map((test) => ({
      test: `${file} > ${test.fullName}`,
      message: firstLines(test.failureMessages.join('\n')),
    }));
  });

const firstLines = (text) => text.split('\n').slice(0, 12).join('\n').slice(0, 1_500);

function readResult(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] };
  }
}
