import type { Logger } from 'pino';
import { uuidv7 } from 'uuidv7';
import type { Config } from '#config';
import { deriveAuditKey, openChain, startSealer } from '#platform/audit/audit-chain';
import { eventSigner } from '#platform/audit/audit-event';
import { openAuditNote } from '#platform/audit/audit-note';
import { collectGarbageSooner } from '#platform/collect-garbage-sooner';
import { DatabaseUnavailable } from '#platform/database/await-database';
import { lockIfWritable } from '#platform/database/data-lock';
import { isOutage } from '#platform/database/database-outage';
import { type Database, openDatabase } from '#platform/database/db';
import { readDatabaseClock } from '#platform/database/read-clock';
import type { Deps } from '#platform/deps';
import type { DatabaseEnded } from '#platform/embedded/database-ended';
import { createPasswordHasher } from '#platform/isolated/password-hasher';
import { createRunner } from '#platform/isolated/runner';
import { createJobs } from '#platform/jobs/jobs';
import { startUpkeep, type Upkeep } from '#platform/jobs/upkeep';
import { createTotals } from '#platform/list/totals';
import { createOutbound } from '#platform/network/outbound';
import type { SandboxPeers } from '#platform/network/sandbox-peer';
import { runEach } from '#platform/run-each';
import { migrate } from '#platform/schema/migrate';
import { loadSecretKey } from '#platform/secrets/secret-key';
import { createSecrets } from '#platform/secrets/secrets';
import { createSignInState } from '#platform/sign-in/sign-in-state';
import { buildApp } from './app';
import { forgetAccessChanges } from './features/access/access-changes';
import { createLiveAccess } from './features/access/live-access';
import { createLiveSums } from './features/access/live-sums';
import { forgetPast } from './features/access/memory';
import { ensureFirstAdmin } from './features/auth/first-admin';
import { reportRenamedAdmins } from './features/auth/renamed-admins';
import { createEntra } from './features/entra-setup/create-entra';
import { forgetSetups } from './features/entra-setup/queries';
import { startSetupWatch } from './features/entra-setup/verify/watch-setups';
import { forgetGone } from './features/iam/called/forget-gone';
import { startDateWatch } from './features/iam/dates/watch-dates';
import { identitySources } from './features/iam/identity-sources';
import { keepAllFigures } from './features/key-plans/figures/keep-figures';
import { forgetDeletedPlans } from './features/key-plans/versions/forget-versions';
import { noteEndingCredentials } from './features/source-credentials/service';
import { createCallMeter, forgetSourceCalls } from './features/source-health/call-meter';
import { startPullWatch } from './features/source-webhooks/begin-pulls';
import { checkSilence } from './features/source-webhooks/check-silence';
import { startSubscriptionWatch } from './features/source-webhooks/keep-subscriptions';
import { createLiveStanding } from './features/standing/service';
import { endAllLeases } from './features/tasks/leases';
import { startTaskWatch } from './features/tasks/watch-tasks';
import { startTimetableWatch } from './features/timetables/begin-due-runs';
import { startSandboxes } from './start-sandbox';
import { timetableRuns } from './timetable-runs';
import { createWorkerJobs } from './worker-jobs';

const hourly: Upkeep = {
  forgetAccessChanges,
  forgetPast,
  forgetDeletedPlans,
  forgetSetups,
  forgetSourceCalls,
  forgetGone,
  noteEndingCredentials: (db) => noteEndingCredentials(db),
  checkSilence,
};

const sealEveryMs = 1_000;
const watchEveryMs = 2_000;
const timetablesEveryMs = 5_000;
const pullsEveryMs = 1_000;
const subscriptionsEveryMs = 15_000;
const finishWithinMs = 5_000;

export type RunningServer = {
  url: string;
  deps: Deps;
  /** Set on the very first start only; show it once, store it nowhere. */
  firstAdmin: { username: string; password: string } | undefined;
  /** Resolves when the database has ended for good and the process should end. */
  ended: Promise<DatabaseEnded>;
  /** Answers open requests, leaves running tasks to the next start, then closes everything. */
  stop(): Promise<void>;
};

/**
 * Starts everything in order: data folder, database, sandbox peers, worker, HTTP. If a step fails, stops what was
 * started.
 * @throws DataFolderInUse, DatabaseEnded, DatabaseUnavailable, and errors of listening on the port
 */
export async function startServer(config: Config, log: Logger, webDirectory?: string): Promise<RunningServer> {
  collectGarbageSooner();
  const stops: (() => Promise<void> | void)[] = [];
  let ended: DatabaseEnded | undefined;
  const stop = () => runEach(stops.reverse());
  try {
    // The embedded database locks the folder itself.
    if (config.databaseUrl) stops.push(await lockIfWritable(config.dataDir, log));
    const database = await openDatabase(config, log);
    database.ended.then((error) => {
      ended = error;
    });
    stops.push(() => database.close());
    // In parallel: on a new installation both take a second.
    const migrated = migrateDatabase(database, log);
    migrated.catch(() => undefined); // awaited below, unless the sandbox fails first
    const sandboxes = config.isSandboxOn ? await startSandboxes(config, log) : undefined;
    if (sandboxes) stops.push(() => sandboxes.close());
    await migrated;
    const deps = await createDeps({ config, log, database, sandboxes: sandboxes?.peers });
    await openChain(deps);
    await reportRenamedAdmins(deps);
    const firstAdmin = await ensureFirstAdmin(deps);

    const worker = await startWorker(deps, database);
    stops.push(worker);
    stops.push(startSealer(deps, sealEveryMs));
    stops.push(startDateWatch(deps));
    stops.push(startUpkeep(database, log, { keepAllFigures: () => keepAllFigures(deps), ...hourly }));

    const app = await buildApp(deps, webDirectory);
    await app.listen({ port: config.port, host: config.host });
    stops.push(() => app.close());
    return { url: addressOf(config, app.server.address()), deps, firstAdmin, ended: database.ended, stop };
  } catch (error) {
    await stop().catch((err: unknown) => log.error({ err }, 'what was started could not be stopped'));
    throw ended ?? (isOutage(error) ? new DatabaseUnavailable(error) : error);
  }
}

async function migrateDatabase(database: Database, log: Logger): Promise<void> {
  const { db, close } = database.openUnlimited();
  try {
    await migrate(db, { log });
  } finally {
    await close();
  }
}

type Parts = {
  config: Config;
  log: Logger;
  database: Pick<Database, 'db' | 'isEmbedded'>;
  sandboxes: Partial<SandboxPeers> | undefined;
};

const addressesOf = (sandboxes: Partial<SandboxPeers> = {}) =>
  Object.values(sandboxes).flatMap((sandbox) => (sandbox ? [{ host: '127.0.0.1', port: sandbox.port }] : []));

/** Builds what the features use. `jobs` is the worker too; features see only `Jobs`. */
export async function createDeps({ config, log, database, sandboxes }: Parts): Promise<Deps> {
  const key = await loadSecretKey(config);
  const auditKey = deriveAuditKey(key);
  const runner = createRunner();
  const clock = () => new Date();
  const place = { dataDir: config.dataDir, isEmbedded: database.isEmbedded };
  const outbound = createOutbound({
    allowedHosts: config.allowedHosts,
    ownAddresses: ownAddresses(config),
    sandboxAddresses: addressesOf(sandboxes),
  });
  const access = createLiveAccess({ db: database.db, clock });
  const entra = await createEntra({ config, clock, outbound, sandbox: sandboxes?.entraId });
  return {
    config,
    db: database.db,
    log,
    clock,
    databaseClock: readDatabaseClock,
    newId: uuidv7,
    secrets: createSecrets(key),
    auditKey,
    auditNote: await openAuditNote(place, auditKey, log),
    signEvent: eventSigner(auditKey),
    runner,
    passwords: createPasswordHasher(runner),
    signIns: createSignInState(key),
    totals: createTotals(),
    access,
    accessSums: createLiveSums({ access, clock }),
    standing: createLiveStanding({ db: database.db, clock }),
    sourceCalls: createCallMeter(database.db, clock, log),
    jobs: createJobs(database.db, log),
    outbound,
    entra,
    identitySources: identitySources(database.db, entra),
    sandbox: sandboxes?.keySystem,
    entraSandbox: sandboxes?.entraId,
  };
}

/** Addresses of this product and its database, which connections must never call. */
function ownAddresses(config: Config): { host: string; port: number }[] {
  const own = { host: config.host, port: config.port };
  if (!config.databaseUrl) return [own];
  const { hostname, port } = new URL(config.databaseUrl);
  return [own, { host: hostname || 'localhost', port: Number(port) || 5_432 }];
}

async function startWorker(deps: Deps, { isEmbedded }: Database): Promise<() => Promise<void>> {
  // No other process uses this database, so earlier leaseholders are dead.
  if (isEmbedded) await endAllLeases(deps.db);
  await deps.jobs.start(createWorkerJobs(deps));
  const stopWatch = startTaskWatch(deps, watchEveryMs);
  const stopSetups = startSetupWatch(deps, watchEveryMs);
  const stopTimetables = startTimetableWatch(deps, timetableRuns, timetablesEveryMs);
  const stopPulls = startPullWatch(deps, pullsEveryMs);
  const stopSubscriptions = startSubscriptionWatch(deps, subscriptionsEveryMs);
  return () =>
    runEach([
      stopSubscriptions,
      stopPulls,
      stopTimetables,
      stopSetups,
      stopWatch,
      () => deps.jobs.stop(finishWithinMs),
      () => deps.sourceCalls.flush(),
    ]);
}

function addressOf({ host }: Config, address: ReturnType<import('node:net').Server['address']>): string {
  const port = typeof address === 'object' && address ? address.port : 0;
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${shown}:${port}`;
}
