import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './root.mjs';

/** Where the results go, as JSON. */
export const resultsVariable = 'VITEST_RESULTS';

/** Lines of one failure: as a log is often cut, every failure should stay in it. */
const maxLines = 40;

/**
 * Writes what `vitestStep` tells of a run: its counts, the duration of each file, the failed files, and each failure with the
 * difference that was found, which vitest's own JSON leaves out.
 */
export default class ResultsReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state) => tests.filter((test) => test.result().state === state).length;
    const failures = [
      ...modules.flatMap((module) => failureOf(fileOf(module), module.errors())),
      ...tests.flatMap((test) =>
        failureOf(`${fileOf(test.module)} > ${test.fullName}`, test.result().errors ?? [], test.result().state),
      ),
      ...failureOf('outside any test', unhandledErrors),
    ];
    const files = modules.map((module) => {
      const { setupDuration, collectDuration, duration } = module.diagnostic();
      return { file: fileOf(module), seconds: (setupDuration + collectDuration + duration) / 1_000 };
    });
    const failedFiles = modules
      .filter((module) => module.state() !== 'passed' && module.state() !== 'skipped')
      .map(fileOf);
    const results = { passed: count('passed'), skipped: count('skipped'), files, failures, failedFiles };
    writeFileSync(process.env[resultsVariable], JSON.stringify(results));
  }
}

const fileOf = ({ moduleId }) => relative(root, moduleId);

/** A test that passed at its second attempt has errors, but has not failed. */
const failureOf = (test, errors, state = 'failed') =>
  errors.length > 0 && state === 'failed' ? [{ test, message: errors.map(describe).join('\n') }] : [];

/** Message, difference, and the line of our code. */
function describe({ name, message, diff, stack, stacks }) {
  const [at] = stacks ?? [];
  const lines = [
    `${name ?? 'Error'}: ${message}`,
    ...(diff ? [diff] : []),
    at ? `at ${relative(root, at.file)}:${at.line}:${at.column}` : (stack ?? ''),
  ];
  const text = stripVTControlCharacters(lines.join('\n')).split('\n');
  return text.length > maxLines ? [...text.slice(0, maxLines - 2), '…', text.at(-1)].join('\n') : text.join('\n');
}
