import type { JobName, ProgrammingJob, RecordedProgrammingJob } from '../../../key-system-driver';
import type { SiteProgrammingKey } from '../site/site';
import type { DomainLists } from './lists';
import { Refused } from './refused';
import { nextJob } from './store';
import type { System } from './system';

/** Writes about programming jobs into one domain. Each returns whether it changed anything. @throws Refused */
export type JobStore = {
  put(job: ProgrammingJob): boolean;
  assign(job: JobName, programmingKey: string | null): boolean;
  cancel(job: JobName): boolean;
};

export function createJobStore(system: System, domain: DomainLists): JobStore {
  const { jobs } = domain;
  const find = (named: JobName) =>
    'reference' in named ? jobs.withReference(named.reference) : jobs.get(named.external_id);
  return {
    put(job) {
      const old = jobs.withReference(job.reference);
      if (old) return checkSame(old, job);
      checkJob(domain, job);
      const { reference, cylinder, kind, key: key_external_id } = job;
      jobs.put({ ...newJob(system, { cylinder, kind }), reference, key_external_id });
      return true;
    },
    assign(named, id) {
      const job = find(named);
      if (!job) throw new Refused('unknown_job', `There is no programming job ${idOf(named)}.`);
      const assigned_key = id === null ? null : programmingKeyOf(domain, id).marking;
      if (job.state === 'assigned' && job.assigned_key === assigned_key) return false;
      if (job.state === 'pending' && assigned_key === null) return false;
      if (job.state === 'loaded_on_key' && job.assigned_key === assigned_key) return false;
      checkOpen(job);
      jobs.put({ ...job, assigned_key, state: assigned_key === null ? 'pending' : 'assigned' });
      return true;
    },
    cancel(named) {
      const job = find(named);
      if (!job || job.state === 'cancelled') return false;
      checkOpen(job);
      jobs.put({ ...job, state: 'cancelled' });
      return true;
    },
  };
}

export const newJob = (
  system: System,
  { cylinder, kind }: { cylinder: string; kind: RecordedProgrammingJob['kind'] },
): RecordedProgrammingJob => ({
  external_id: nextJob(system),
  reference: null,
  cylinder_external_id: cylinder,
  kind,
  state: 'pending',
  key_external_id: null,
  assigned_key: null,
  created_at: system.clock.now().toISOString(),
  done_at: null,
});

const idOf = (named: JobName): string => ('reference' in named ? named.reference : named.external_id);

function checkSame(old: RecordedProgrammingJob, { cylinder, kind, key, reference }: ProgrammingJob): false {
  if (old.state === 'cancelled') throw new Refused('conflict', `The programming job ${reference} was cancelled.`);
  if (old.cylinder_external_id === cylinder && old.kind === kind && old.key_external_id === key) return false;
  throw new Refused('conflict', `The programming job ${reference} is other work.`);
}

function checkJob({ cylinders, keys }: DomainLists, { cylinder, kind, key }: ProgrammingJob): void {
  if (!cylinders.get(cylinder)) throw new Refused('unknown_cylinder', `There is no cylinder ${cylinder}.`);
  if (key === null && (kind === 'block' || kind === 'unblock')) {
    throw new Refused('invalid', `A job that is to ${kind} a key names it.`);
  }
  if (key !== null && !keys.get(key)) throw new Refused('unknown_key', `There is no key ${key}.`);
}

/** Once a programming key carries it, it may be done at any moment. */
function checkOpen({ external_id, state, assigned_key }: RecordedProgrammingJob): void {
  if (state === 'done' || state === 'cancelled') {
    throw new Refused('conflict', `The programming job ${external_id} is ${state}.`);
  }
  if (state === 'loaded_on_key') {
    throw new Refused('conflict', `The programming key ${assigned_key} carries the job ${external_id} already.`);
  }
}

function programmingKeyOf({ programmingKeys }: DomainLists, id: string): SiteProgrammingKey {
  const key = programmingKeys.get(id);
  if (!key) throw new Refused('unknown_programming_key', `There is no programming key ${id}.`);
  return key;
}

/** With the number of jobs that each is to do. */
export function presentProgrammingKey({ jobs }: DomainLists, key: SiteProgrammingKey) {
  const theirs = jobs
    .slice(0, jobs.total())
    .filter(({ state, assigned_key }) => assigned_key === key.marking && isUnderWay(state));
  return { ...key, jobs: theirs.length };
}

const isUnderWay = (state: RecordedProgrammingJob['state']) => state === 'assigned' || state === 'loaded_on_key';
