import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { isOutage } from '../database/database-outage';
import type { Db } from '../schema/schema';
import { workChannel } from '../tracing/tracing';
import { type HeldLease, holdLease, LeaseLost } from './hold-lease';
import type { JobKind, PieceResult } from './job-kind';
import { type ClaimedJob, claimJob, countFailure, endJob, releaseJob } from './job-rows';
import { pauseAfter } from './pause-after';
import { TakenOverTooOften } from './taken-over-too-often';

type Needed = { db: Db; log: Logger };

/** A restart ends the process of a job now and then; this often in a row it is the fault of the job. */
const maxTakeovers = 10;
/** Of a kind that is never given up: then it is tried once more. */
const restMs = 6 * 3_600_000;

/**
 * Claims one job and does one piece of it.
 * @param key of the job to claim, due or not; else the one that has been due for longest
 * @returns whether there was one
 * @throws what the piece threw while the job is worth retrying, for the log
 */
export async function runJob(
  deps: Needed,
  kind: JobKind,
  { key, stopping }: { key?: string; stopping: AbortSignal },
): Promise<boolean> {
  const { leaseMs, limits } = kind;
  const sentAt = performance.now();
  const job = await claimJob(deps.db, { kind: kind.name, ...(key !== undefined && { key }) }, leaseMs);
  if (!job) return false;
  const lease = holdLease(deps, job, { leaseMs, sentAt, deadlineMs: limits.deadlineMs });
  const timeIsUp = AbortSignal.timeout(limits.pieceMs);
  try {
    const mayContinue = () => !stopping.aborted && !timeIsUp.aborted;
    if (job.takeovers >= maxTakeovers) await setAside(deps, kind, lease);
    else await putBack(deps.db, kind, job, await tracedRun(kind, { lease, stopping, mayContinue }));
  } catch (error) {
    await handleFailure(deps, kind, lease, error);
  } finally {
    lease.end();
  }
  return true;
}

const tracedRun = (kind: JobKind, piece: Parameters<JobKind['run']>[0]) =>
  workChannel.tracePromise(() => kind.run(piece), { name: `job ${kind.name}` });

async function setAside({ db, log }: Needed, kind: JobKind, lease: HeldLease): Promise<void> {
  const { job } = lease;
  const error = new TakenOverTooOften(job.takeovers);
  log.error({ job: job.kind, key: job.key, err: error }, 'job given up');
  if (kind.giveUp) return kind.giveUp(lease, error);
  await releaseJob(db, job, { dueInMs: restMs, takeovers: maxTakeovers - 1 });
}

async function putBack(db: Db, { backoff }: JobKind, job: ClaimedJob, result: PieceResult): Promise<void> {
  if (result === 'done') return void (await endJob(db, job));
  if (result === 'again') return void (await releaseJob(db, job, { dueInMs: 0 }));
  if ('failure' in result) {
    const failures = (await countFailure(db, job)) ?? 1;
    return void (await releaseJob(db, job, { dueInMs: pauseAfter(result.failure, failures, backoff) }));
  }
  if (result.hasFailed) await countFailure(db, job);
  await releaseJob(db, job, result);
}

async function handleFailure({ db }: Needed, kind: JobKind, lease: HeldLease, error: unknown): Promise<void> {
  if (error instanceof LeaseLost || lease.signal.reason instanceof LeaseLost) return;
  if (isOutage(error)) {
    await releaseAfterOutage(db, lease.job, kind.backoff.firstMs); // not the fault of the job
    throw error;
  }
  const { maxFailures } = kind.limits;
  const failures = await db.transaction().execute(async (tx) => {
    const count = await countFailure(tx, lease.job);
    if (count === undefined || count >= maxFailures) return count;
    await releaseJob(tx, lease.job, { dueInMs: pauseAfter(error, count, kind.backoff) });
    return count;
  });
  if (failures === undefined) return;
  if (failures < maxFailures) throw error;
  await kind.giveUp?.(lease, error);
}

/** Works if the database is back already. If not, the lease ends by itself. */
async function releaseAfterOutage(db: Db, job: ClaimedJob, dueInMs: number): Promise<void> {
  for (let tries = 0; tries < 3; tries++) {
    const isAnswered = await releaseJob(db, job, { dueInMs }).then(
      () => true,
      () => false,
    );
    if (isAnswered) return;
    await pause(dueInMs);
  }
}
