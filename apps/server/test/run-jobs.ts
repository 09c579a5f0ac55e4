import { onTestFinished } from 'vitest';
import type { Db } from '#platform/deps';
import type { JobKind } from '#platform/jobs/job-kind';
import type { JobId } from '#platform/jobs/job-rows';
import { createJobs } from '#platform/jobs/jobs';
import { runJob } from '#platform/jobs/run-job';
import { jobKinds } from '../src/background-work';
import type { TestApp } from './app';

const never = new AbortController().signal;

/** @throws Error if the product has no such kind of job */
export function kindOfJob({ deps }: TestApp, name: string): JobKind {
  const kind = jobKinds(deps).find((one) => one.name === name);
  if (!kind) throw new Error(`no job ${name}`);
  return kind;
}

/** Runs one unclaimed job, due or not, like a worker of another process. @returns whether there was one */
export const runNow = ({ deps }: TestApp, kind: JobKind, key: string, stopping = never): Promise<boolean> =>
  runJob(deps, kind, { key, stopping });

/** Starts a worker for one kind of job, until the end of the test. */
export function startWorker({ deps }: TestApp, kind: JobKind): void {
  const jobs = createJobs(deps.db, deps.log);
  jobs.start([kind]);
  onTestFinished(() => jobs.stop(2_000));
}

/** Takes a job from its holder, or adds it; only a worker with its key claims it. */
export async function abandonJob(db: Db, id: JobId): Promise<void> {
  const free = { lease: null, due_at: new Date('2100-01-01') };
  await db
    .insertInto('job')
    .values({ ...id, ...free })
    .onConflict((conflict) => conflict.columns(['kind', 'key']).doUpdateSet(free))
    .execute();
}
