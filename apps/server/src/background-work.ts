import { createSealer } from '#platform/audit/audit-chain';
import type { Database } from '#platform/database/db';
import type { Deps } from '#platform/deps';
import { tidyDatabase } from '#platform/embedded/tidy-database';
import { deliverEvents, forgetEvents } from '#platform/events/deliver-events';
import { forgetNoticed } from '#platform/events/noticed';
import { forgetOldKeys } from '#platform/http/idempotency';
import { every, hourly } from '#platform/jobs/intervals';
import type { JobKind } from '#platform/jobs/job-kind';
import type { Schedule } from '#platform/jobs/scheduler';
import { forgetAccessChanges } from './features/access/live/access-changes';
import { forgetPast } from './features/access/past/memory';
import { noteEndingTokens } from './features/api-tokens/token-warnings';
import { abandonChangeSet } from './features/change-sets/service';
import { forgetRuns } from './features/generator/forget-runs';
import { generatorWork } from './features/generator/generator-step';
import { measurePlans } from './features/generator/quality/measure-plans';
import { forgetGone } from './features/iam/called/forget-gone';
import { startDueRuns } from './features/iam/dates/start-due-runs';
import { directoryStep } from './features/iam/run/directory-step';
import { writeHolders } from './features/key-desk/write-holders.job';
import { noteEndingCertificates } from './features/key-systems/certificates/certificate-warnings';
import { inventoryStep } from './features/key-systems/inventory/inventory-step';
import { sendMails } from './features/notifications/send-mails';
import { keepAllFigures } from './features/plan-views/figures/keep-figures';
import { forgetDeletedPlans } from './features/plans/content/forget-versions';
import { providerJobs, providerSchedules } from './features/providers/registry';
import { noteEndingCredentials } from './features/source-credentials/service';
import { forgetSourceCalls } from './features/source-health/call-meter';
import { checkSilence } from './features/source-webhooks/check-silence';
import { keepSubscriptions } from './features/source-webhooks/keep-subscriptions';
import { pullJob } from './features/source-webhooks/pull-source.job';
import { unsubscribeRemoved } from './features/source-webhooks/unsubscribe-removed';
import { keySystemStep } from './features/sync/key-system-step';
import { taskJob } from './features/tasks/run-task.job';
import { type AllTaskWork, runGeneratorJob, runTaskJob } from './features/tasks/service';
import { beginDueRuns } from './features/timetables/begin-due-runs';
import { forgetDeliveries } from './features/webhooks/delivery-queries';
import { sendWebhooks } from './features/webhooks/send-webhooks';
import { productEvents } from './product-events';
import { timetableRuns } from './timetable-runs';

const taskWork: AllTaskWork = {
  directory: { step: directoryStep, abandon: abandonChangeSet },
  key_system: { step: keySystemStep, abandon: abandonChangeSet },
  inventory: { step: inventoryStep, abandon: null },
  generator: generatorWork,
};

const secondMs = 1_000;
const minuteMs = 60 * secondMs;

/** Requested background work. The process that claims it holds its lease; after a crash another process claims it. */
export const jobKinds = (deps: Deps): JobKind[] => {
  // Alone on its database, which ends all leases at its start, a process renews seldom: a renewal waits for every transaction.
  const leaseMs = deps.config.databaseUrl ? 10 * secondMs : 10 * minuteMs;
  const kinds: Omit<JobKind, 'leaseMs'>[] = [
    {
      // Imports, syncs and inventories. Requested by people, by timetables, dates and pulls.
      // Reports: the task that people see, and an audit event at its end.
      ...taskJob(deps, taskWork, runTaskJob),
      backoff: { firstMs: secondMs, maxMs: minuteMs },
      limits: { pieceMs: 15 * secondMs, deadlineMs: 35 * secondMs, maxFailures: 5 },
    },
    {
      // Runs of the generator, one at a time: they take minutes, and syncs do not wait for them.
      // Reports: the task that people see, and the events of the run.
      ...taskJob(deps, taskWork, runGeneratorJob),
      backoff: { firstMs: secondMs, maxMs: minuteMs },
      limits: { pieceMs: 15 * secondMs, deadlineMs: 2 * minuteMs, maxFailures: 3 },
    },
    {
      // Begins a run of a source that has reported a change. Requested by the report, and by a subscription that was created.
      // Reports: the task it begins.
      ...pullJob(deps),
      backoff: { firstMs: secondMs, maxMs: minuteMs },
      limits: { pieceMs: minuteMs, deadlineMs: minuteMs, maxFailures: Number.POSITIVE_INFINITY },
    },
    {
      // Writes into a key system who holds its keys. Requested by the desk that hands them out.
      // Reports: what is recorded of each key, or why it was refused.
      ...writeHolders(deps),
      backoff: { firstMs: minuteMs, maxMs: 60 * minuteMs },
      limits: { pieceMs: 15 * secondMs, deadlineMs: minuteMs, maxFailures: Number.POSITIVE_INFINITY },
    },
    // What only one kind of identity source has.
    ...providerJobs(deps),
  ];
  return kinds.map((kind) => ({ ...kind, leaseMs }));
};

/** Background work that comes back by itself: all there is. */
export const schedules = (deps: Deps, { isEmbedded }: Pick<Database, 'isEmbedded'>): Schedule[] => [
  {
    // Appends new audit events to the chain and notes its end.
    name: 'seal-audit-log',
    ...every(secondMs, { firstAfterMs: secondMs }),
    shared: 'lock',
    run: createSealer(deps),
  },
  {
    // Starts a run of each connection whose timetable says so.
    name: 'start-timetable-runs',
    ...every(5 * secondMs),
    shared: 'claims',
    run: () => beginDueRuns(deps, timetableRuns),
  },
  {
    // Starts a run of each source of which a person's first day has come or last day has passed.
    name: 'start-date-runs',
    ...every(15 * minuteMs),
    shared: 'claims',
    run: () => startDueRuns(deps),
  },
  {
    // Creates, renews and removes subscriptions to changes at sources.
    name: 'maintain-subscriptions',
    ...every(15 * secondMs),
    shared: 'claims',
    run: () => keepSubscriptions(deps),
  },
  {
    // Removes the subscriptions of connections that are deleted.
    name: 'unsubscribe-deleted-connections',
    ...every(15 * secondMs),
    shared: 'claims',
    run: () => unsubscribeRemoved(deps),
  },
  {
    // Writes the calls to sources that this process has counted.
    name: 'write-source-calls',
    ...every(5 * secondMs, { firstAfterMs: 5 * secondMs }),
    shared: 'process',
    run: () => deps.sourceCalls.flush(),
  },
  {
    // Delivers what has happened to those who act on it. What failed before is due again without a commit.
    name: 'deliver-events',
    ...every(10 * secondMs),
    wokenBy: deps.commits,
    shared: 'claims',
    run: (signal) => deliverEvents(deps, productEvents(deps), signal),
  },
  // Sends the mails that are due.
  { name: 'send-mails', ...every(2 * secondMs), shared: 'claims', run: (signal) => sendMails(deps, signal) },
  // Calls the receivers of events that are due.
  { name: 'send-webhooks', ...every(2 * secondMs), shared: 'claims', run: (signal) => sendWebhooks(deps, signal) },
  // Records that a credential or certificate ends soon or has ended, once for each number of days.
  { name: 'warn-of-ending-credentials', ...hourly(0), shared: 'repeat', run: () => noteEndingCredentials(deps.db) },
  { name: 'warn-of-ending-api-tokens', ...hourly(13), shared: 'repeat', run: () => noteEndingTokens(deps.db) },
  { name: 'warn-of-ending-certificates', ...hourly(11), shared: 'repeat', run: () => noteEndingCertificates(deps.db) },
  {
    // Records that a source changed people without reporting it, checked once a day for each source.
    name: 'detect-silent-sources',
    ...hourly(1),
    shared: 'claims',
    run: () => checkSilence(deps.db),
  },
  {
    // Saves the figures of plan versions, then deletes the past that is older than it is kept.
    name: 'delete-old-past',
    ...hourly(2),
    shared: 'repeat',
    async run() {
      try {
        await keepAllFigures(deps);
      } finally {
        await forgetPast(deps.db);
      }
    },
  },
  // Retention: deletes what is older than it is kept.
  { name: 'delete-old-plans', ...hourly(3), shared: 'repeat', run: () => forgetDeletedPlans(deps.db) },
  { name: 'delete-old-access-changes', ...hourly(4), shared: 'repeat', run: () => forgetAccessChanges(deps.db) },
  { name: 'delete-old-source-calls', ...hourly(6), shared: 'repeat', run: () => forgetSourceCalls(deps.db) },
  { name: 'delete-gone-people', ...hourly(7), shared: 'claims', run: () => forgetGone(deps.db) },
  { name: 'delete-old-idempotency-keys', ...hourly(8), shared: 'repeat', run: () => forgetOldKeys(deps.db) },
  { name: 'delete-old-events', ...hourly(10), shared: 'repeat', run: () => forgetEvents(deps.db, productEvents(deps)) },
  { name: 'delete-old-webhook-deliveries', ...hourly(13), shared: 'repeat', run: () => forgetDeliveries(deps.db) },
  { name: 'delete-old-generator-runs', ...hourly(14), shared: 'repeat', run: () => forgetRuns(deps.db) },
  // Measures each active plan once a night, and forgets figures of more than a year.
  { name: 'measure-plans', ...hourly(16), shared: 'repeat', run: (signal) => measurePlans(deps, signal) },
  { name: 'delete-old-notices', ...hourly(12), shared: 'repeat', run: () => forgetNoticed(deps.db) },
  // What only one kind of identity source has.
  ...providerSchedules(deps),
  // Vacuum and statistics, which a PostgreSQL server does by itself.
  ...(isEmbedded
    ? [{ name: 'tidy-database', ...hourly(9), shared: 'process', run: () => tidyDatabase(deps.db) } as const]
    : []),
];
