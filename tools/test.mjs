import './lib/node-24.mjs';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOrInstallChromium, findOrInstallFirefox } from './lib/browsers.mjs';
import { ensureBuilt } from './lib/build/build.mjs';
import { findChangedSince, hasChangedSources } from './lib/changed-since.mjs';
import { staticSteps } from './lib/check-steps.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { startPostgres } from './lib/postgres.mjs';
import { command, run } from './lib/run.mjs';
import { conclude, printFailures, printSlowest, runChains, runSteps, singleStep } from './lib/steps.mjs';
import { vitestStep } from './lib/vitest-step.mjs';

/** Then everything runs on both databases and in both languages. */
const isInCI = process.env.CI === 'true';

const changedSince = await command(findChangedSince);
/** A screen depends on its sources through the build, which vitest does not see. */
const isProductUnchanged = changedSince !== undefined && !hasChangedSources(changedSince);

/** File in which the API tests on PostgreSQL record their statements for the following step. */
const statements = mkdtempSync(join(tmpdir(), 'key2xs-statements-'));
process.once('exit', () => rmSync(statements, { recursive: true, force: true }));

const apiTestsOnPostgres = {
  name: 'API tests on PostgreSQL',
  async run() {
    const { url, stop } = await startPostgres();
    const env = { TEST_DATABASE_URL: url, TEST_STATEMENTS: statements };
    try {
      return await vitestStep('', 'api', { env, changedSince }).run();
    } finally {
      await stop();
    }
  },
};

const embedded = { TEST_DATABASE_URL: '', TEST_EMBEDDED: isInCI ? 'all' : 'needed' };

const parity = changedSince
  ? []
  : [
      vitestStep('their statements on the embedded database', 'parity', {
        env: { TEST_DATABASE_URL: '', TEST_STATEMENTS: statements },
      }),
    ];

const browserTests = {
  name: 'browser tests',
  async run() {
    const env = { CHROMIUM_PATH: await findOrInstallChromium(), FIREFOX_PATH: await findOrInstallFirefox() };
    return vitestStep('', 'e2e', { env, ...(isProductUnchanged && { changedSince }) }).run();
  },
};

/** `npm run story` on the small list: the same starts, kills and takeovers in less time. */
const story = (name, ...options) =>
  singleStep(name, async () => {
    const { code, output } = await run(process.execPath, [
      '--import',
      'tsx',
      'e2e/story/main.ts',
      ...options,
      '--small',
    ]);
    return code === 0 ? undefined : output;
  });
/** From the archive to the removal, in a network without a route. */
const release = singleStep('a release where no network is', async () => {
  const { code, output } = await run(process.execPath, ['tools/test-release.mjs']);
  return code === 0 ? undefined : output;
});

const stories = [story('the story'), story('the story of a suggested plan', '--suggested'), release];

/** Chains of steps; two run at a time, longest first, so that both lanes end at about the same time. */
const chains = [
  // A page waits more than it computes, so the browser runs beside everything else from the start.
  [singleStep('server and web built', ensureBuilt), browserTests, ...(isProductUnchanged ? [] : stories)],
  staticSteps,
  [apiTestsOnPostgres, ...parity],
  [vitestStep('API tests on the embedded database', 'api', { env: embedded, changedSince })],
  [vitestStep('component tests', 'web', { changedSince })],
  [vitestStep('unit tests', 'unit', { changedSince })],
];

const outcomes = [await runSteps([singleStep('packages installed', ensureInstalled)])];
// A failed step does not stop the others, so that one run shows every failure.
if (outcomes[0].sums.failed === 0) outcomes.push(...(await runChains(chains, { lanes: 2 })));

printSlowest(outcomes.flatMap(({ files }) => files));
printFailures(outcomes.flatMap(({ failures }) => failures));
conclude(outcomes.map(({ sums }) => sums));
