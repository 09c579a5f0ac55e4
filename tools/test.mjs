import './lib/require-node.mjs';
import { findOrInstallChromium, findOrInstallFirefox } from './lib/browsers.mjs';
import { ensureBuilt } from './lib/build/build.mjs';
import { staticSteps, unitStep } from './lib/check-steps.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { findOrInstallOtherNode } from './lib/other-node.mjs';
import { startPostgres } from './lib/postgres.mjs';
import { run } from './lib/run.mjs';
import { conclude, printFailures, printSlowest, runSteps, singleStep } from './lib/steps.mjs';
import { vitestStep } from './lib/vitest-step.mjs';

const apiTests = (name, TEST_DATABASE_URL) => vitestStep(name, 'api', { env: { TEST_DATABASE_URL } });

const apiTestsOnPostgres = {
  name: 'API tests on PostgreSQL',
  async run() {
    const { url, stop } = await startPostgres();
    try {
      return await apiTests('', url).run();
    } finally {
      await stop();
    }
  },
};

const browserTests = {
  name: 'browser tests',
  async run() {
    const env = { CHROMIUM_PATH: await findOrInstallChromium(), FIREFOX_PATH: await findOrInstallFirefox() };
    return vitestStep('', 'e2e', { live: true, env }).run();
  },
};

/** `npm run story` on the small list: the same starts, kills and takeovers in less time. */
const story = (name, findNode) =>
  singleStep(name, async () => {
    const { code, output } = await run(await findNode(), ['--import', 'tsx', 'e2e/story/main.ts', '--small']);
    return code === 0 ? undefined : output;
  });

const stories = [
  story('the story on this Node', async () => process.execPath),
  story('the story on the other supported Node', findOrInstallOtherNode),
];

// Later steps run after a failure, so that one run shows every failure; only a failed install stops all.
const batches = [
  { steps: [singleStep('packages installed', ensureInstalled)], isNeeded: true },
  { steps: [singleStep('server and web built', ensureBuilt), ...staticSteps], lanes: 2 },
  { steps: [unitStep, vitestStep('component tests', 'web', { live: true })] },
  { steps: [apiTests('API tests on the embedded database', undefined), apiTestsOnPostgres], lanes: 2 },
  { steps: [browserTests, ...stories], lanes: 2 }, // a story waits more than it computes, as does a page
];

const totals = { passed: 0, failed: 0, skipped: 0 };
const testFiles = [];
const testFailures = [];
for (const { steps, lanes, isNeeded } of batches) {
  const { sums, files, failures } = await runSteps(steps, { lanes });
  for (const key of Object.keys(totals)) totals[key] += sums[key];
  testFiles.push(...files);
  testFailures.push(...failures);
  if (isNeeded && sums.failed > 0) break;
}
printSlowest(testFiles);
printFailures(testFailures);
conclude(totals);
