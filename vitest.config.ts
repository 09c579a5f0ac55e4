import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { nodeOptions } from './tools/lib/node-options.mjs';

const server = 'apps/server/**/*';
const patient = { poll: { timeout: 30_000 } }; // a busy machine is no failure

/**
 * Open an embedded database whatever the run is about, so once is enough; or count what a commit of another test on the same
 * server would change.
 */
const embeddedOnly = [
  '**/platform/embedded/**',
  '**/audit-verify.api.test.ts',
  '**/admin.api.test.ts',
  '**/requests-command.api.test.ts',
  '**/statements-per-read.api.test.ts',
];

/**
 * What behaves otherwise there: the database itself, migrations, the queue and its leases, locks, what is read while others write.
 * For all else it is enough that it takes each statement (project `parity`). What this leaves to a run of all: a transaction that
 * asks on a second connection, for which this database would wait for ever.
 */
const neededOnEmbedded = [
  ...embeddedOnly,
  '**/src/*.api.test.ts',
  '**/platform/**/*.api.test.ts',
  '**/features/tasks/*.api.test.ts',
  '**/sync/takeover.api.test.ts',
  '**/iam/run/directory-recovery.api.test.ts',
  '**/access/live/live-access.api.test.ts',
  '**/test/specification.api.test.ts', // a whole walk through the product
].map((pattern) => pattern.replace(/\*\*$/, '**/*.api.test.ts'));

const onServer = process.env.TEST_DATABASE_URL;
const apiTests = !onServer && process.env.TEST_EMBEDDED === 'needed' ? neededOnEmbedded : [`${server}.api.test.ts`];

/**
 * One project a kind of test; `tools/test.mjs` runs them one after the other. `api` runs on the server TEST_DATABASE_URL names, else
 * on the embedded database: all of it, or with TEST_EMBEDDED=needed what can fail there alone.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          execArgv: nodeOptions,
          include: ['{packages/**,apps/server,apps/web}/src/**/*.test.ts', 'tools/**/*.test.mjs'],
          exclude: ['**/*.api.test.ts', '**/*.dom.test.ts'],
          isolate: false, // pure code: nothing to keep apart
          maxWorkers: 2,
          testTimeout: 180_000, // only ends what hangs
          expect: patient,
          hookTimeout: 180_000, // the sandbox's certificates are made first
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'api',
          execArgv: nodeOptions,
          include: apiTests,
          exclude: ['**/node_modules/**', '**/dist/**', ...(onServer ? embeddedOnly : [])],
          globalSetup: ['apps/server/test/global-setup.ts'],
          isolate: false, // each file has a server of its own; loading code and database anew would take longer than the tests
          expect: patient,
          testTimeout: 900_000, // only ends what hangs: two suites at once on two busy cores take their time
          hookTimeout: 180_000, // the first of a worker waits for a start of the embedded database
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
      {
        /**
         * After a run of `api` on PostgreSQL with TEST_STATEMENTS set to an empty folder, which has noted its statements there:
         * with the same TEST_STATEMENTS, and without TEST_DATABASE_URL, asks the embedded database to prepare each of them.
         */
        test: {
          name: 'parity',
          execArgv: nodeOptions,
          include: [`${server}.parity.test.ts`],
          globalSetup: ['apps/server/test/global-setup.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          sequence: { groupOrder: 3 },
        },
      },
      ...(existsSync('apps/web/vitest.config.ts') ? ['apps/web/vitest.config.ts'] : []),
      {
        test: {
          name: 'e2e',
          execArgv: nodeOptions,
          include: ['e2e/**/*.spec.ts'],
          globalSetup: ['e2e/lib/global-setup.ts'],
          isolate: false, // each file has a product and browser contexts of its own; loading the code anew takes seconds
          expect: patient,
          testTimeout: 600_000, // only ends what hangs: a journey waits for other lanes on busy cores
          hookTimeout: 300_000,
          maxConcurrency: 3, // more pages at once than this wait for each other
          maxWorkers: 2, // a page waits as much as it computes
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
});
