import './lib/node-24.mjs';
import { findOrInstallChromium } from './lib/browsers.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { nodeOptions } from './lib/node-options.mjs';
import { removeSafeguards } from './lib/remove-safeguards.mjs';
import { command, start } from './lib/run.mjs';

/**
 * Runs the property tests of access and key systems with many more random cases than `npm test`, files of reports with 100,000 rows, a year of
 * reminders and other mails, and browser journeys in all input modes and languages. Then removes safeguards one at a time, and expects a test to fail;
 * `--safeguards [name]` does
 * only that.
 */
await command(ensureInstalled);
const vitest = [...nodeOptions, 'node_modules/vitest/vitest.mjs', 'run', '--testTimeout', '3600000'];
const env = {
  KEY2XS_CASES: process.env.KEY2XS_CASES ?? '10000',
  KEY2XS_SEQUENCES: process.env.KEY2XS_SEQUENCES ?? '200',
  TEST_EVERY_WAY: 'true',
  KEY2XS_DAYS: process.env.KEY2XS_DAYS ?? '365',
};

const run = (...args) =>
  new Promise((resolve) => {
    start(process.execPath, [...vitest, ...args], { env, stdio: 'inherit' }).once('exit', (code) => resolve(code ?? 1));
  });

const [option, name] = process.argv.slice(2);
const inDomain = option ? 0 : await run('--project', 'unit', 'packages/domain/src/access');
const inServer = option
  ? 0
  : await run(
      ...['--project', 'api', 'apps/server/src/features/standing/sequences.api.test.ts'],
      'apps/server/src/features/reports/report-counts.api.test.ts',
      'apps/server/test/year-of-mails.api.test.ts',
    );
if (!option) env.CHROMIUM_PATH = await findOrInstallChromium();
const inBrowser = option ? 0 : await run('--project', 'e2e', 'e2e/every-screen', 'e2e/five-minutes', 'e2e/plan-matrix');
const missed = await removeSafeguards(name);
process.exitCode = inDomain || inServer || inBrowser || (missed > 0 ? 1 : 0);
