import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createVitest } from 'vitest/node';

/**
 * The process of one lane of `remove-safeguards.mjs`: runs tests of the copy named as its argument, on request by messages.
 * Long-lived, so that only the files changed by a safeguard are compiled again.
 */
const copy = process.argv[2] ?? '';
process.chdir(copy);

const quiet = { root: copy, watch: false, run: true, reporters: [{}], maxWorkers: 1 };
const vitest = await createVitest('test', quiet);

process.on('message', async (asked) => {
  process.send(await (asked.edits ? judge(asked) : runTests(asked)).catch((error) => ({ problem: error.stack })));
});

/** Removes the safeguard, runs the test, and restores the source. */
async function judge({ file, edits, test }) {
  const path = join(copy, file);
  const before = readFileSync(path, 'utf8');
  let without = before;
  for (const [found, instead] of edits) {
    if (without.split(found).length !== 2) return { problem: `not once in ${file}: ${found}` };
    without = without.replace(found, () => instead);
  }
  write(path, without);
  try {
    return await runTests({ ...test, names: [test.name] });
  } finally {
    write(path, before);
  }
}

function write(path, text) {
  writeFileSync(path, text);
  vitest.invalidateFile(path);
}

/** @returns the results of the tests in the file whose name contains one of `names` */
async function runTests({ project, file, names }) {
  const found = vitest.projects.find(({ name }) => name === project);
  if (!found) return { problem: `no project ${project}` };
  if (project === 'e2e') build();
  const pattern = names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  vitest.setGlobalTestNamePattern(new RegExp(pattern));
  const specification = found.createSpecification(join(copy, file));
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications([specification]);
  const modules = testModules.filter(({ moduleId }) => moduleId === specification.moduleId);
  const errors = [...modules.flatMap((module) => module.errors()), ...unhandledErrors].map(({ message }) => message);
  const tests = modules.flatMap((module) => [...module.children.allTests()]);
  const states = tests.map((test) => [test.fullName.replaceAll(' > ', ' '), test.result().state]);
  return { states: states.filter(([, state]) => state === 'passed' || state === 'failed'), errors };
}

/** Builds for browser tests, in a separate process because building changes the environment. @throws if the build fails */
function build() {
  const program = "import('./tools/lib/build/build.mjs').then(({ ensureBuilt }) => ensureBuilt())";
  execFileSync(process.execPath, ['--eval', program], { cwd: copy, stdio: ['ignore', 'ignore', 'pipe'] });
}

process.send({ isReady: true });
