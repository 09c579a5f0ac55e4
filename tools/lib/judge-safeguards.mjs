import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createVitest } from 'vitest/node';

/**
 * The program of one lane of `remove-safeguards.mjs`, beside whose messages it runs tests of the copy named as its argument.
 * It stays, so that only what a safeguard changed is read and compiled anew.
 */
const copy = process.argv[2] ?? '';
process.chdir(copy);

const quiet = { root: copy, watch: false, run: true, reporters: [{}], maxWorkers: 1 };
const vitest = await createVitest('test', quiet);

process.on('message', async (asked) => {
  process.send(await (asked.edits ? judge(asked) : runTests(asked)).catch((error) => ({ problem: error.stack })));
});

/** Takes the safeguard out, and asks the test; then all stands as before. */
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

/** @returns what became of each test in the file whose name has one of `names` in it */
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

/** A browser sees what is built. In a process of its own, since building changes the environment. @throws what does not build */
function build() {
  const program = "import('./tools/lib/build/build.mjs').then(({ ensureBuilt }) => ensureBuilt())";
  execFileSync(process.execPath, ['--eval', program], { cwd: copy, stdio: ['ignore', 'ignore', 'pipe'] });
}

process.send({ isReady: true });
