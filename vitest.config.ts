import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

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
  '**/statements-per-read.api.test.ts',
];

/** One project a kind of test; `tools/test.mjs` runs them one after the other. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{packages/**,apps/server,apps/web}/src/**/*.test.ts'],
          exclude: ['**/*.api.test.ts', '**/*.dom.test.ts'],
          isolate: false, // pure code: nothing to keep apart
          maxWorkers: 2,
          testTimeout: 60_000,
          expect: patient,
          hookTimeout: 60_000, // the sandbox's certificates are made first
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'api',
          include: [`${server}.api.test.ts`],
          exclude: ['**/node_modules/**', '**/dist/**', ...(process.env.TEST_DATABASE_URL ? embeddedOnly : [])],
          globalSetup: ['apps/server/test/global-setup.ts'],
          isolate: false, // each file has a server of its own; loading code and database anew would take longer than the tests
          expect: patient,
          testTimeout: 180_000, // only ends what hangs: two suites at once on two busy cores take their time
          hookTimeout: 180_000, // the first of a worker waits for a start of the embedded database
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
      ...(existsSync('apps/web/vitest.config.ts') ? ['apps/web/vitest.config.ts'] : []),
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.spec.ts'],
          globalSetup: ['e2e/lib/global-setup.ts'],
          isolate: false, // each file has a product and browser contexts of its own; loading the code anew takes seconds
          expect: patient,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxConcurrency: 3, // more pages at once than this wait for each other
          maxWorkers: 2, // a page waits as much as it computes
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
});
