import { type Input, iam, type SyncTask, sync } from '@key2xs/contract';
import { expect } from '#test/app';
import { syncNow } from '#test/factories/key-plans';
import { openDoors } from '#test/factories/key-systems';
import { kindOfJob, runNow } from '#test/run-jobs';
import { runTaskJob } from '../../src/features/tasks/job-name';
import type { House } from './house-facts';

/** How a run over the directory ended; `refused` if it could not start. */
export type Read = { refused: string } | { task: SyncTask };

/** Runs over the directory and waits for the end. Retries a failed piece immediately. */
export async function readDirectory(
  { app, source }: House,
  query: Input<typeof iam.sync>['query'] = {},
): Promise<Read> {
  const { status, body, problem } = await app.as('superadmin').call(iam.sync, { params: { id: source }, query });
  if (status !== 202) return { refused: problem.detail };
  return { task: await endedSoon(app, body.task_id) };
}

async function endedSoon(app: House['app'], task_id: string): Promise<SyncTask> {
  const hasFailed = async () => {
    const job = await app.db.selectFrom('job').select('failures').where('key', '=', task_id).executeTakeFirst();
    return (job?.failures ?? 0) > 0;
  };
  const statusOf = async () => {
    // The queue logs its exceptions.
    if (await hasFailed()) await runNow(app, kindOfJob(app, runTaskJob), task_id).catch(() => undefined);
    return (await app.as('superadmin').send(sync.status, { params: { task_id } })).body.status;
  };
  await expect.poll(statusOf, { interval: 20 }).toMatch(/SUCCESS|FAILURE/);
  return app.ended(task_id);
}

export const outcomeOf = (read: Read): string => {
  if ('refused' in read) return 'refused';
  return read.task.status === 'FAILURE' ? 'failed' : (read.task.result?.outcome ?? 'none');
};

export const saidBy = (read: Read): string => ('refused' in read ? read.refused : (read.task.error ?? ''));

/** `person>doors` as the key system held it before each write of a sync, and after the last. */
export type Writes = { seen: ReadonlySet<string>[]; task: SyncTask };

/** Syncs the key system, and records its content at each step. */
export async function writeRights({ app, system }: House): Promise<Writes> {
  const { sandbox } = app;
  const seen = [openDoors(sandbox.inspect())];
  sandbox.fault(({ operation }) => {
    if (!operation.startsWith('GET')) seen.push(openDoors(sandbox.inspect()));
    return undefined;
  });
  const task = await syncNow(app, { target_key_system_connection_id: system }).finally(() => sandbox.fault(undefined));
  seen.push(openDoors(sandbox.inspect()));
  return { seen, task };
}

/**
 * A day in a directory: people move, leave or come back, are switched off or on, are new, join or leave a group. Different
 * people each time, too few for any guard.
 */
export async function aDay({ app: { entra } }: House, day: number): Promise<void> {
  const { people, groups } = entra.directory;
  const pickPerson = (step: number) => {
    for (let at = day * step; ; at++) {
      const person = people.at(at % 60);
      if (person?.gone === null) return person;
    }
  };
  const mover = pickPerson(7);
  const value = mover.department === 'Police' ? 'Fire service' : 'Police';
  await entra.act('change-person', { person: mover.id, property: 'department', value });
  const back = people.at((day * 11 - 11) % 60);
  if (back?.gone === 'changed') await entra.act('restore', { person: back.id });
  const leaver = people.at((day * 11) % 60);
  if (leaver?.gone === null) await entra.act('soft-delete', { person: leaver.id });
  const switched = pickPerson(13);
  await entra.act(switched.accountEnabled ? 'disable' : 'enable', { person: switched.id });
  const job_title = day % 2 === 0 ? 'Driver' : 'Sergeant';
  await entra.act('create-person', { given_name: 'New', surname: `Comer${day}`, department: 'Police', job_title });
  const crew = groups.at(day % groups.total())?.id ?? '';
  const act = entra.directory.members(crew, undefined, 1_000).ids.includes(mover.id) ? 'leave-group' : 'join-group';
  await entra.act(act, { group: crew, member: mover.id });
}
