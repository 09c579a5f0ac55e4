import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { rerunFailed, runSteps, singleStep } from './steps.mjs';

beforeEach(() => vi.spyOn(console, 'log').mockImplementation(() => {}));
afterEach(() => vi.restoreAllMocks());

const failing = (...failedFiles) => ({
  passed: 10,
  failed: failedFiles.length,
  skipped: 0,
  failedFiles,
  failures: failedFiles.map((file) => ({ test: `${file} > works`, message: 'no' })),
  output: '',
});
const passing = { passed: 1, failed: 0, skipped: 0, output: '' };

/** A step whose files fail beside others, with what its files do alone. */
function stepOf(name, failedFiles, alone) {
  const rerun = vi.fn(async () => alone);
  return { name, run: async () => failing(...failedFiles), rerun };
}

const runAndRerun = async (...steps) => rerunFailed([await runSteps(steps)]);

it('a file that passes alone is unsteady, and no failure', async () => {
  const step = stepOf('browser tests', ['a.spec.ts'], passing);
  const [result] = await runAndRerun(step);
  expect(step.rerun).toHaveBeenCalledExactlyOnceWith(['a.spec.ts']);
  expect(result).toMatchObject({
    sums: { passed: 11, failed: 0 },
    failures: [],
    unsteady: [{ test: 'a.spec.ts > works' }],
  });
});

it('a file that fails alone has failed', async () => {
  const broken = stepOf('browser tests', ['a.spec.ts'], failing('a.spec.ts'));
  const [result] = await runAndRerun(broken, stepOf('unit tests', ['b.test.ts'], passing));
  expect(result).toMatchObject({
    sums: { passed: 21, failed: 1 },
    failures: [{ step: 'browser tests' }],
    unsteady: [{ step: 'unit tests' }],
  });
});

it.each([
  ['more files than an accident explains', [stepOf('unit tests', ['a', 'b', 'c', 'd', 'e', 'f'], passing)]],
  [
    'a run that ended without naming a file',
    [{ ...stepOf('unit tests', [], passing), run: async () => ({ ...failing(), failed: 1 }) }],
  ],
  ['a check that always says the same', [singleStep('types', async () => 'no'), stepOf('unit tests', ['a'], passing)]],
])('nothing runs again after %s', async (_, steps) => {
  const [result] = await runAndRerun(...steps);
  expect(steps.at(-1).rerun).not.toHaveBeenCalled();
  expect(result.sums.failed).toBeGreaterThan(0);
});
