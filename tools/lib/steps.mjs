/**
 * Runs steps in order, `lanes` at a time; prints a line for each as it ends, and the output of a failed one.
 * @param steps `{ name, run }`; `run` returns `{ passed, failed, skipped, output }`, and an exception is one failure. Optional:
 *   `files` with the duration of each test file, `{ file, seconds }`, `failures`, `{ test, message }`, and `failedFiles`
 * @returns the sums, all test files, all failures with their step, and the failed steps with their outcome
 */
export async function runSteps(steps, { lanes = 1 } = {}) {
  const sums = { passed: 0, failed: 0, skipped: 0 };
  const files = [];
  const failures = [];
  const failed = [];
  const waiting = [...steps];
  const lane = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const outcome = await runStep(step);
      for (const key of Object.keys(sums)) sums[key] += outcome[key];
      files.push(...(outcome.files ?? []).map((file) => ({ ...file, step: step.name })));
      failures.push(...(outcome.failures ?? []).map((failure) => ({ ...failure, step: step.name })));
      if (outcome.failed > 0) failed.push({ step, outcome });
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return { sums, files, failures, failed };
}

/** A change that breaks more test files than this is no accident of a busy machine. */
const maxFilesToRerun = 5;

/**
 * Runs failed steps again, of those with test files only the failed ones, one step after the other with nothing beside it. What passes then is unsteady: it no longer
 * counts as failed, and is named. Nothing runs again when a step without `rerun`
 * has failed, or too many files.
 * @param outcomes of `runSteps`
 * @returns the same, with what has passed moved from `failures` to `unsteady`
 */
export async function rerunFailed(outcomes) {
  const failed = outcomes.flatMap((outcome) => outcome.failed);
  const files = failed.flatMap(({ outcome }) => outcome.failedFiles ?? []);
  const canRerun = failed.every(({ step, outcome }) => step.rerun && outcome.failedFiles?.length !== 0);
  if (failed.length === 0 || !canRerun || files.length > maxFilesToRerun) return outcomes;
  const passed = new Set();
  for (const { step, outcome } of failed) {
    const again = { name: `${step.name}, what failed alone`, run: () => step.rerun(outcome.failedFiles) };
    if ((await runStep(again)).failed === 0) passed.add(step.name);
  }
  return outcomes.map(({ sums, failures, ...rest }) => {
    const unsteady = failures.filter(({ step }) => passed.has(step));
    const moved = { passed: sums.passed + unsteady.length, failed: sums.failed - unsteady.length };
    return {
      ...rest,
      sums: { ...sums, ...moved },
      failures: failures.filter(({ step }) => !passed.has(step)),
      unsteady,
    };
  });
}

/**
 * Runs chains of steps, `lanes` at a time; a free lane takes the next chain.
 * @returns the results of `runSteps` for each chain, in order of completion
 */
export async function runChains(chains, { lanes }) {
  const outcomes = [];
  const waiting = [...chains];
  const lane = async () => {
    for (let chain = waiting.shift(); chain; chain = waiting.shift()) outcomes.push(await runSteps(chain));
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return outcomes;
}

async function runStep({ name, run }) {
  const began = performance.now();
  const outcome = await run().catch(asFailure);
  const seconds = `${((performance.now() - began) / 1000).toFixed(1)} s`;
  console.log(
    `${outcome.failed > 0 ? 'FAILED' : 'ok    '} ${name.padEnd(44)} ${seconds.padStart(7)}  ${countsOf(outcome)}`.trimEnd(),
  );
  if (outcome.failed > 0) console.log(indent(outcome.output));
  return outcome;
}

const asFailure = (error) => ({ passed: 0, failed: 1, skipped: 0, output: `${error.output ?? ''}\n${error.message}` });

const indent = (output) => output.trim().replace(/^/gm, '    ');

function countsOf({ passed, failed, skipped }) {
  if (passed + failed + skipped === 1) return '';
  return sumOf({ passed, failed, skipped });
}

/** `3 passed, 0 failed`, and what was skipped if anything was. */
const sumOf = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

/** Prints the ten slowest test files across all steps. */
export function printSlowest(files) {
  const slowest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10);
  if (slowest.length > 0) console.log('The slowest test files:');
  for (const { file, seconds, step } of slowest) {
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}  (${step})`);
  }
}

/** Prints each failure again under a heading, below everything else: a log is often cut above its end. */
export function printFailures(heading, failures) {
  if (failures.length > 0) console.log(heading);
  for (const { test, message, step } of failures) console.log(`${test}  (${step})\n${indent(message)}`);
}

/** Prints the total as the last line and sets the exit code. @param sums of one or several `runSteps` */
export function conclude(sums) {
  const totals = { passed: 0, failed: 0, skipped: 0 };
  for (const one of sums) for (const key of Object.keys(totals)) totals[key] += one[key];
  console.log(sumOf(totals));
  process.exitCode = totals.failed === 0 && totals.passed > 0 ? 0 : 1;
}

/** A step with a single test: it fails with the text that `work` returns, and passes without one. */
export const singleStep = (name, work) => ({
  name,
  async run() {
    const output = await work();
    return { passed: output ? 0 : 1, failed: output ? 1 : 0, skipped: 0, output };
  },
});
