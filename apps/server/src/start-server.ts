import type { Logger } from 'pino';
import { uuidv7 } from 'uuidv7';
import type { Config } from '#config';
import { deriveAuditKey, openChain } from '#platform/audit/audit-chain';
import { eventSigner } from '#platform/audit/audit-event';
import { openAuditNote } from '#platform/audit/audit-note';
import { collectGarbageSooner } from '#platform/collect-garbage-sooner';
import { openControl } from '#platform/control/control-socket';
import { DatabaseUnavailable } from '#platform/database/await-database';
import { createCommitWatch } from '#platform/database/commit-watch';
import { lockIfWritable } from '#platform/database/data-lock';
import { isOutage } from '#platform/database/database-outage';
import { type Database, openDatabase } from '#platform/database/db';
import { readDatabaseClock } from '#platform/database/read-clock';
import type { Deps } from '#platform/deps';
import type { DatabaseEnded } from '#platform/embedded/database-ended';
import { freeBytes } from '#platform/embedded/disk-space';
import { createPasswordHasher } from '#platform/isolated/password-hasher';
import { createRunner } from '#platform/isolated/runner';
import { endAllLeases } from '#platform/jobs/job-rows';
import { createJobs } from '#platform/jobs/jobs';
import { createScheduler } from '#platform/jobs/scheduler';
import { createTotals } from '#platform/list/totals';
import { createMailer } from '#platform/mail/mailer';
import { createOutbound } from '#platform/network/outbound';
import { ownAddress } from '#platform/network/own-address';
import type { SandboxPeers } from '#platform/network/sandbox-peer';
import { trustAuthorities } from '#platform/network/trusted-authorities';
import { runEach } from '#platform/run-each';
import { beforeMigrating } from '#platform/schema/before-migrating';
import { migrate } from '#platform/schema/migrate';
import { loadSecretKey } from '#platform/secrets/secret-key';
import { createSecrets } from '#platform/secrets/secrets';
import { createSignInState } from '#platform/sign-in/sign-in-state';
import type { Tracing } from '#platform/tracing/tracing';
import { buildApp } from './app';
import { jobKinds, schedules, schedulesOfProcess } from './background-work';
import { createLiveAccess } from './features/access/live/live-access';
import { createLiveSums } from './features/access/live/live-sums';
import { ensureFirstAdmin } from './features/auth/first-admin';
import { reportRenamedAdmins } from './features/auth/renamed-admins';
import { createIdentitySources } from './features/providers/registry';
import { createCallMeter } from './features/source-health/call-meter';
import { createLiveStanding } from './features/standing/service';
import { startSandboxes } from './start-sandbox';

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
  trustAuthorities(config.authorities);
  warnOfEndingAuthorities(config, log);
  const stops: (() => Promise<void> | void)[] = [];
  let ended: DatabaseEnded | undefined;
  const stop = () => runEach(stops.reverse());
  try {
    const tracing =
      config.tracing && (await import('#platform/tracing/start-tracing')).startTracing(config.tracing, log);
    if (tracing) stops.push(() => tracing.stop());
    // The embedded database locks the folder itself.
    if (config.databaseUrl) stops.push(await lockIfWritable(config.dataDir, log));
    const database = await openDatabase(config, log);
    database.ended.then((error) => {
      ended = error;
    });
    tracing?.traceStatements(database.pool);
    stops.push(() => database.close());
    // In parallel: on a new installation both take a second.
    const migrated = migrateDatabase(database, { log, dataDir: config.dataDir });
    migrated.catch(() => undefined); // awaited below, unless the sandbox fails first
    const sandboxes = config.isSandboxOn ? await startSandboxes(config, log) : undefined;
    if (sandboxes) stops.push(() => sandboxes.close());
    await migrated;
    const deps = await createDeps({ config, log, database, sandboxes: sandboxes?.peers, tracing });
    await openChain(deps);
    await reportRenamedAdmins(deps);
    const firstAdmin = await ensureFirstAdmin(deps);

    stops.push(() => deps.sourceCalls.flush());
    if (config.role !== 'web') stops.push(await startWorker(deps, database));
    deps.scheduler.start((config.role === 'web' ? schedulesOfProcess : schedules)(deps, database));
    stops.push(() => deps.scheduler.stop());

    const app = await buildApp(deps, webDirectory);
    await app.listen({ port: config.port, host: config.host });
    stops.push(() => app.close());
    stops.push(await openControl(deps));
    return { url: addressOf(config, app.server.address()), deps, firstAdmin, ended: database.ended, stop };
  } catch (error) {
    await stop().catch((err: unknown) => log.error({ err }, 'what was started could not be stopped'));
    throw ended ?? (isOutage(error) ? new DatabaseUnavailable(error) : error);
  }
}

const warnDays = 30;
const dayMs = 24 * 60 * 60 * 1_000;

function warnOfEndingAuthorities({ authorities }: Config, log: Logger): void {
  for (const { file, name, notAfter } of authorities) {
    if (notAfter.getTime() - Date.now() > warnDays * dayMs) continue;
    log.warn({ file, authority: name, ends: notAfter.toISOString() }, 'a trusted authority ends soon or has ended');
  }
}

async function migrateDatabase(database: Database, { log, dataDir }: { log: Logger; dataDir: string }): Promise<void> {
  const { db, close } = database.openUnlimited();
  const room = { directory: dataDir, free: freeBytes };
  try {
    await beforeMigrating(db, { log, ...(database.isEmbedded && { room }) });
    await migrate(db, { log });
  } finally {
    await close();
  }
}

type Parts = {
  config: Config;
  log: Logger;
  database: Pick<Database, 'db' | 'isEmbedded'> & Partial<Pick<Database, 'pool' | 'leases'>>;
  sandboxes: SandboxPeers | undefined;
  tracing?: Tracing | undefined;
};

const addressesOf = ({ keySystem, sources }: SandboxPeers) =>
  [keySystem, ...Object.values(sources)].flatMap((sandbox) =>
    sandbox ? [{ host: '127.0.0.1', port: sandbox.port }] : [],
  );

/** Builds what the features use. Nothing runs by itself until `jobs` and `scheduler` are started. */
export async function createDeps({ config, log, database, sandboxes, tracing }: Parts): Promise<Deps> {
  const key = await loadSecretKey(config);
  const auditKey = deriveAuditKey(key);
  const runner = createRunner();
  const clock = () => new Date();
  const place = { dataDir: config.dataDir, isEmbedded: database.isEmbedded };
  const outbound = createOutbound({
    allowedHosts: config.allowedHosts,
    ownAddresses: ownAddresses(config),
    sandboxAddresses: sandboxes ? addressesOf(sandboxes) : [],
    proxy: config.proxy,
  });
  const access = createLiveAccess({ db: database.db, clock });
  const identitySources = await createIdentitySources({
    db: database.db,
    config,
    clock,
    outbound,
    sandboxes: sandboxes?.sources ?? {},
  });
  return {
    config,
    db: database.db,
    pool: database.pool,
    log,
    clock,
    databaseClock: readDatabaseClock,
    commits: createCommitWatch(database.db),
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
    jobs: createJobs(database.leases ?? database.db, log),
    scheduler: createScheduler(log),
    outbound,
    mailer: config.mail && createMailer(config.mail),
    identitySources,
    sandbox: sandboxes?.keySystem,
    tracing,
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
  deps.jobs.start(jobKinds(deps));
  return () => deps.jobs.stop(finishWithinMs);
}

function addressOf({ host }: Config, address: ReturnType<import('node:net').Server['address']>): string {
  return ownAddress({ host, port: typeof address === 'object' && address ? address.port : 0 });
}
