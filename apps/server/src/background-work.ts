import { createSealer } from '#platform/audit/audit-chain';
import { backUpDaily } from '#platform/backup/back-up-daily';
import { jobUnlessPaused, unlessPaused } from '#platform/backup/pause';
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
import { forgetLooks } from './features/access-events/looks';
import { followRemovals } from './features/access-reviews/follow-removals';
import { remindReviewers } from './features/access-reviews/remind-reviewers';
import { noteEndingTokens } from './features/api-tokens/token-warnings';
import { stampLog } from './features/audit/stamp-log';
import { verifyNightly } from './features/audit/verifications';
import { abandonChangeSet } from './features/change-sets/service';
import { forgetHeld } from './features/effective-access/held-past';
import { lookAtKeysWork } from './features/effective-access/look-at-keys.job';
import { forgetRuns } from './features/generator/forget-runs';
import { generatorWork } from './features/generator/generator-step';
import { measurePlans } from './features/generator/quality/measure-plans';
import { forgetGone } from './features/iam/called/forget-gone';
import { startDueRuns } from './features/iam/dates/start-due-runs';
import { directoryStep } from './features/iam/run/directory-step';
import { writeKeyAccess } from './features/key-access/write-access.job';
import { watchJoiners } from './features/key-cases/watch-joiners';
import { writeHolders } from './features/key-desk/write-holders.job';
import { mailRequestLink } from './features/key-requests/mail-request-link.job';
import { watchRequests } from './features/key-requests/watch-requests';
import { noteEndingCertificates } from './features/key-systems/certificates/certificate-warnings';
import { inventoryStep } from './features/key-systems/inventory/inventory-step';
import { endExtensions } from './features/key-times/extensions/extend-keys';
import { planReminders } from './features/key-times/reminders/plan-reminders';
import { forgetReminders, sendReminders } from './features/key-times/reminders/send-reminders';
import { writeKeyTimes } from './features/key-times/write-times.job';
import { forwardLog } from './features/log-forwarding/forward-log';
import { sendMails } from './features/notifications/send-mails';
import { keepAllFigures } from './features/plan-views/figures/keep-figures';
import { forgetDeletedPlans } from './features/plans/content/forget-versions';
import { mailLinks } from './features/possession-checks/mail-links.job';
import { repeatChecks } from './features/possession-checks/repeat-checks';
import { runNightly } from './features/privacy/retention';
import { writeJobs } from './features/programming/write-jobs.job';
import { providerJobs, providerSchedules } from './features/providers/registry';
import { keepMonths } from './features/recorded/service';
import { deleteOldKept } from './features/reports/kept/kept-reports';
import { makeScheduledReport, requestDueReports } from './features/reports/schedules/run-schedules';
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
import { listByHand } from './features/work-list/work-by-hand';
import { handSources } from './hand-sources';
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
/** While a key system cannot be written to. At most this long after it is back, what was ordered is written. */
const writingPauses = { firstMs: minuteMs, maxMs: 15 * minuteMs };

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
      ...jobUnlessPaused(deps, pullJob(deps)),
      backoff: { firstMs: secondMs, maxMs: minuteMs },
      limits: { pieceMs: minuteMs, deadlineMs: minuteMs, maxFailures: Number.POSITIVE_INFINITY },
    },
    {
      // Writes into a key system who holds its keys. Requested by the desk that hands them out.
      // Reports: what is recorded of each key, or why it was refused.
      ...jobUnlessPaused(deps, writeHolders(deps)),
      backoff: writingPauses,
      limits: { pieceMs: 15 * secondMs, deadlineMs: minuteMs, maxFailures: Number.POSITIVE_INFINITY },
    },
    {
      // Mails the links of a possession check. Requested by who starts it or reminds the holders.
      // Reports: when each holder was mailed, or why not.
      ...jobUnlessPaused(deps, mailLinks(deps)),
      backoff: { firstMs: minuteMs, maxMs: 60 * minuteMs },
      limits: { pieceMs: 30 * secondMs, deadlineMs: 5 * minuteMs, maxFailures: Number.POSITIVE_INFINITY },
    },
    {
      // Mails one link by which a person without an account asks for keys. Requested by the person, and by what happens to requests.
      // Reports: the audit log.
      ...jobUnlessPaused(deps, mailRequestLink(deps)),
      backoff: { firstMs: minuteMs, maxMs: 60 * minuteMs },
      limits: { pieceMs: minuteMs + 30 * secondMs, deadlineMs: 2 * minuteMs, maxFailures: Number.POSITIVE_INFINITY },
    },
    {
      // Looks at what keys and cylinders of a key system hold. Requested by readings, by our writes, and by the desk.
      // Reports: which rights are effective, and which withdrawn ones may still open a door.
      ...lookAtKeysWork(deps),
      backoff: { firstMs: secondMs, maxMs: 10 * minuteMs },
      limits: { pieceMs: minuteMs, deadlineMs: 2 * minuteMs, maxFailures: Number.POSITIVE_INFINITY },
    },
    {
      // Writes programming jobs into a key system: creates, assigns and cancels them. Requested by who orders them, and after each read.
      // Reports: how each job stands, or why it was refused.
      ...jobUnlessPaused(deps, writeJobs(deps)),
      backoff: writingPauses,
      limits: { pieceMs: 15 * secondMs, deadlineMs: minuteMs, maxFailures: Number.POSITIVE_INFINITY },
    },
    {
      // Writes into a key system when its keys shall work. Requested by the caller who orders it.
      // Reports: what is recorded of each key, or why it was refused.
      ...jobUnlessPaused(deps, writeKeyTimes(deps)),
      backoff: writingPauses,
      limits: { pieceMs: 15 * secondMs, deadlineMs: minuteMs, maxFailures: Number.POSITIVE_INFINITY },
    },
    {
      // Writes into a key system what keys open beside the profiles of their holders. Requested by cases, for a replacement.
      // Reports: what is recorded of each key, or why it was refused.
      ...jobUnlessPaused(deps, writeKeyAccess(deps)),
      backoff: writingPauses,
      limits: { pieceMs: 15 * secondMs, deadlineMs: minuteMs, maxFailures: Number.POSITIVE_INFINITY },
    },
    {
      // Lists what has to be entered by hand in a key system. Requested by who orders it, and after each read.
      // Reports: entries of the work list.
      ...listByHand(deps, handSources),
      backoff: { firstMs: secondMs, maxMs: 10 * minuteMs },
      limits: { pieceMs: minuteMs, deadlineMs: 2 * minuteMs, maxFailures: Number.POSITIVE_INFINITY },
    },
    {
      // Makes a report by a schedule, keeps it and tells its recipients. Requested when it is due.
      // Reports: the kept result, or the last failure of the schedule.
      ...jobUnlessPaused(deps, makeScheduledReport(deps)),
      backoff: { firstMs: minuteMs, maxMs: 15 * minuteMs },
      limits: { pieceMs: 2 * minuteMs, deadlineMs: 3 * minuteMs, maxFailures: 5 },
    },
    // What only one kind of identity source has.
    ...providerJobs(deps),
  ];
  return kinds.map((kind) => ({ ...kind, leaseMs }));
};

/** Background work that comes back by itself: all there is. */
export const schedules = (deps: Deps, database: Pick<Database, 'isEmbedded'>): Schedule[] => [
  ...outward(deps).map((schedule) => unlessPaused(deps, schedule)),
  ...inward(deps),
  ...schedulesOfProcess(deps, database),
];

/** What each process does for itself, also one that leaves all other background work to others. */
export const schedulesOfProcess = (deps: Deps, { isEmbedded }: Pick<Database, 'isEmbedded'>): Schedule[] => [
  {
    // Appends new audit events to the chain and notes its end, which each process does on its own disk.
    name: 'seal-audit-log',
    ...every(secondMs, { firstAfterMs: secondMs }),
    shared: 'lock',
    run: createSealer(deps),
  },
  {
    // Writes the calls to sources that this process has counted.
    name: 'write-source-calls',
    ...every(5 * secondMs, { firstAfterMs: 5 * secondMs }),
    shared: 'process',
    run: () => deps.sourceCalls.flush(),
  },
  // Writes a backup once a day, where the configuration names a folder for them.
  ...(deps.config.backup
    ? [
        {
          name: 'write-backup',
          ...every(10 * minuteMs),
          shared: 'process',
          run: (signal: AbortSignal) => backUpDaily(deps, signal),
        } as const,
      ]
    : []),
  // Vacuum and statistics, which a PostgreSQL server does by itself.
  ...(isEmbedded
    ? [{ name: 'tidy-database', ...hourly(9), shared: 'process', run: () => tidyDatabase(deps.db) } as const]
    : []),
];

/** What reaches other systems or people outside, or takes over what other systems have. */
const outward = (deps: Deps): Schedule[] => [
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
  // Sends the mails that are due.
  { name: 'send-mails', ...every(2 * secondMs), shared: 'claims', run: (signal) => sendMails(deps, signal) },
  // Orders the former intervals of keys whose emergency extension is over.
  { name: 'end-key-extensions', ...every(minuteMs), shared: 'claims', run: () => endExtensions(deps) },
  // Makes the mails that remind of keys which stop working soon, as the policy says.
  { name: 'plan-key-reminders', ...every(10 * minuteMs), shared: 'lock', run: () => planReminders(deps) },
  // Begins possession checks anew that repeat.
  { name: 'repeat-possession-checks', ...every(10 * minuteMs), shared: 'claims', run: () => repeatChecks(deps) },
  // Sends those that are due, and what people ask for.
  {
    name: 'send-key-reminders',
    ...every(5 * secondMs),
    shared: 'claims',
    run: (signal) => sendReminders(deps, signal),
  },
  // Has the administration log time-stamped once a day, where the configuration names an authority.
  {
    name: 'time-stamp-log',
    ...every(15 * minuteMs, { firstAfterMs: minuteMs }),
    shared: 'repeat',
    run: (signal) => stampLog(deps, signal),
  },
  // Requests the reports of schedules that are due.
  { name: 'request-due-reports', ...every(10 * secondMs), shared: 'claims', run: () => requestDueReports(deps) },
  // Sends new entries of the administration log to where it is forwarded to.
  { name: 'forward-log', ...every(2 * secondMs), shared: 'claims', run: (signal) => forwardLog(deps, signal) },
  // Calls the receivers of events that are due.
  { name: 'send-webhooks', ...every(2 * secondMs), shared: 'claims', run: (signal) => sendWebhooks(deps, signal) },
];

const inward = (deps: Deps): Schedule[] => [
  {
    // Delivers what has happened to those who act on it. What failed before is due again without a commit.
    name: 'deliver-events',
    ...every(10 * secondMs),
    wokenBy: deps.commits,
    shared: 'claims',
    run: (signal) => deliverEvents(deps, productEvents(deps), signal),
  },
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
        await forgetHeld(deps.db, await forgetPast(deps.db));
      }
    },
  },
  // Finds people to whom the plans in force have come to give doors and who have no key, and opens and ends their cases.
  { name: 'watch-joiners', ...every(minuteMs), shared: 'lock', run: (signal) => watchJoiners(deps, signal) },
  // Escalates requests for keys that wait too long, frees keys that were not picked up, and ends what was granted for a time.
  { name: 'watch-key-requests', ...every(minuteMs), shared: 'claims', run: () => watchRequests(deps) },
  // Notes how far the removals of access reviews have come: whether plans, key systems or keys still have them.
  { name: 'follow-review-removals', ...every(5 * minuteMs), shared: 'repeat', run: () => followRemovals(deps) },
  // Tells reviewers that an access review has begun, is due or is overdue.
  { name: 'remind-reviewers', ...every(15 * minuteMs), shared: 'claims', run: () => remindReviewers(deps) },
  // Retention: deletes what is older than it is kept.
  { name: 'delete-old-plans', ...hourly(3), shared: 'repeat', run: () => forgetDeletedPlans(deps.db) },
  { name: 'delete-old-access-changes', ...hourly(4), shared: 'repeat', run: () => forgetAccessChanges(deps.db) },
  { name: 'delete-old-source-calls', ...hourly(6), shared: 'repeat', run: () => forgetSourceCalls(deps.db) },
  { name: 'delete-gone-people', ...hourly(7), shared: 'claims', run: () => forgetGone(deps.db) },
  { name: 'delete-old-idempotency-keys', ...hourly(8), shared: 'repeat', run: () => forgetOldKeys(deps.db) },
  { name: 'delete-old-events', ...hourly(10), shared: 'repeat', run: () => forgetEvents(deps.db, productEvents(deps)) },
  { name: 'delete-old-webhook-deliveries', ...hourly(13), shared: 'repeat', run: () => forgetDeliveries(deps.db) },
  { name: 'delete-old-generator-runs', ...hourly(14), shared: 'repeat', run: () => forgetRuns(deps.db) },
  { name: 'delete-old-key-reminders', ...hourly(17), shared: 'repeat', run: () => forgetReminders(deps.db) },
  {
    // Makes the tables of access events for the months to come, and drops months that are older than they are kept.
    name: 'keep-access-event-months',
    ...every(60 * minuteMs, { firstAfterMs: minuteMs }),
    shared: 'lock',
    run: (signal) => keepMonths(deps, signal),
  },
  { name: 'delete-old-kept-reports', ...hourly(20), shared: 'claims', run: () => deleteOldKept(deps) },
  { name: 'delete-old-event-looks', ...hourly(18), shared: 'repeat', run: () => forgetLooks(deps) },
  // Erases people who left so long ago, where that is switched on, and who signed receipts that are older than they are kept.
  { name: 'erase-people', ...hourly(19), shared: 'lock', run: () => runNightly(deps) },
  // Measures each active plan once a night, and forgets figures of more than a year.
  { name: 'measure-plans', ...hourly(16), shared: 'repeat', run: (signal) => measurePlans(deps, signal) },
  {
    // Verifies the audit log once a night and keeps the result.
    name: 'verify-audit-log',
    ...hourly(15),
    shared: 'repeat',
    run: () => verifyNightly(deps),
  },
  { name: 'delete-old-notices', ...hourly(12), shared: 'repeat', run: () => forgetNoticed(deps.db) },
  // What only one kind of identity source has.
  ...providerSchedules(deps),
];
