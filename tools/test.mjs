import './lib/node-24.mjs';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOrInstallChromium, findOrInstallFirefox, findOrInstallHeadlessShell } from './lib/browsers.mjs';
import { ensureBuilt } from './lib/build/build.mjs';
import { findChangedSince, hasChangedSources } from './lib/changed-since.mjs';
import { staticSteps } from './lib/check-steps.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { startPostgres } from './lib/postgres.mjs';
import { command, run } from './lib/run.mjs';
import { conclude, printFailures, printSlowest, rerunFailed, runChains, runSteps, singleStep } from './lib/steps.mjs';
import { vitestStep } from './lib/vitest-step.mjs';

/** Then everything runs on both databases and in both languages. */
const isInCI = process.env.CI === 'true';

const changedSince = await command(findChangedSince);
/** A screen depends on its sources through the build, which vitest does not see. */
const isProductUnchanged = changedSince !== undefined && !hasChangedSources(changedSince);

/** File in which the API tests on PostgreSQL record their statements for the following step. */
const statements = mkdtempSync(join(tmpdir(), 'key2xs-statements-'));
process.once('exit', () => rmSync(statements, { recursive: true, force: true }));

/** Starts a database for `work`, which gets the step that uses it. */
async function onPostgres(work) {
  const { socketUrl, stop } = await startPostgres();
  try {
    return await work(
      vitestStep('', 'api', { env: { TEST_DATABASE_URL: socketUrl, TEST_STATEMENTS: statements }, changedSince }),
    );
  } finally {
    await stop();
  }
}

const apiTestsOnPostgres = {
  name: 'API tests on PostgreSQL',
  run: () => onPostgres((step) => step.run()),
  rerun: (files) => onPostgres((step) => step.rerun(files)),
};

/** Later than this, what also ran on PostgreSQL is left out on the embedded database: a slow machine would not come to an end in time. */
const repeatsWithinMs = 35 * 60_000;

/** Decides when it starts whether there is time for all. */
const apiTestsOnEmbedded = {
  name: 'API tests on the embedded database',
  run: () => onEmbedded().run(),
  rerun: (files) => onEmbedded('all').rerun(files),
};

function onEmbedded(selection = isInCI && performance.now() < repeatsWithinMs ? 'all' : 'needed') {
  if (isInCI && selection === 'needed')
    console.log('There is no time left to run all API tests on the embedded database.');
  return vitestStep('', 'api', { env: { TEST_DATABASE_URL: '', TEST_EMBEDDED: selection }, changedSince });
}

const parity = changedSince
  ? []
  : [
      vitestStep('their statements on the embedded database', 'parity', {
        env: { TEST_DATABASE_URL: '', TEST_STATEMENTS: statements },
      }),
    ];

async function inBrowsers() {
  const env = {
    CHROMIUM_PATH: await findOrInstallChromium(),
    FIREFOX_PATH: await findOrInstallFirefox(),
    HEADLESS_SHELL_PATH: (await findOrInstallHeadlessShell()) ?? '',
  };
  return vitestStep('', 'e2e', { env, ...(isProductUnchanged && { changedSince }) });
}

const browserTests = {
  name: 'browser tests',
  run: async () => (await inBrowsers()).run(),
  rerun: async (files) => (await inBrowsers()).rerun(files),
};

function rerunnable(name, work) {
  const step = singleStep(name, work);
  return { ...step, rerun: step.run };
}

/** `npm run story` on the small list: the same starts, kills and takeovers in less time. */
const story = (name, ...options) =>
  rerunnable(name, async () => {
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
const release = rerunnable('a release where no network is', async () => {
  const { code, output } = await run(process.execPath, ['tools/test-release.mjs']);
  return code === 0 ? undefined : output;
});

const stories = [story('the story'), story('the story of a suggested plan', '--suggested'), release];

/** Chains of steps; two run at a time, and what may be shortened comes last. */
const chains = [
  // A page waits more than it computes, so the browser runs beside everything else from the start.
  [singleStep('server and web built', ensureBuilt), browserTests, ...(isProductUnchanged ? [] : stories)],
  staticSteps,
  [apiTestsOnPostgres, ...parity],
  [vitestStep('component tests', 'web', { changedSince })],
  [vitestStep('unit tests', 'unit', { changedSince })],
  [apiTestsOnEmbedded],
];

const outcomes = [await runSteps([singleStep('packages installed', ensureInstalled)])];
// A failed step does not stop the others, so that one run shows every failure.
if (outcomes[0].sums.failed === 0) outcomes.push(...(await runChains(chains, { lanes: 2 })));

const results = await rerunFailed(outcomes);

printSlowest(results.flatMap(({ files }) => files));
printFailures(
  'Unsteady: failed beside other tests and passed alone:',
  results.flatMap(({ unsteady }) => unsteady ?? []),
);
printFailures(
  'What failed:',
  results.flatMap(({ failures }) => failures),
);
conclude(results.map(({ sums }) => sums));
