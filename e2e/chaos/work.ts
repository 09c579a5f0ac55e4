import { setTimeout as pause } from 'node:timers/promises';
import { auth, iam, keyPlans, keySystems, overview, type Problem, people, type SyncTask, sync } from '@key2xs/contract';
import { listOfRound } from './made-up-lists';
import { newTally, type Patient, patientCaller, type Tally } from './patient';
import { admin, type World } from './world';

export type Places = { sourceId: string; systemId: string };

/** The work done during the disturbances. */
export type Work = {
  tally: Tally;
  tasks: SyncTask[];
  /** Names of key plans whose creation was acknowledged. */
  acknowledged: string[];
  exports: number;
  signIns: number;
  /** The last round whose list was imported and synced. */
  round: number;
};

/** Runs all kinds of work at once until stopped, then finishes what has begun. */
export function startWork(world: World, places: Places): () => Promise<Work> {
  const work: Work = { tally: newTally(), tasks: [], acknowledged: [], exports: 0, signIns: 0, round: 0 };
  const caller = patientCaller(world, work.tally);
  let isOver = false;
  const until = async (act: () => Promise<void>, pauseMs: number) => {
    while (!isOver) {
      await act();
      await pause(pauseMs);
    }
  };
  const loops = [
    until(() => playRound(caller, places, work), 0),
    until(() => readLists(caller, work), 50),
    until(() => signIn(caller, work), 1_500),
    until(() => makePlan(caller, work), 200),
  ];
  return async () => {
    isOver = true;
    await Promise.all(loops);
    return work;
  };
}

type Started = { body?: { task_id: string }; problem: Problem };

/** Imports a list, syncs its changes, and sometimes reads the inventory. */
export async function playRound(caller: Patient, { sourceId, systemId }: Places, work: Work): Promise<void> {
  const { name, content } = listOfRound(++work.round);
  const bytes = new Uint8Array(content);
  const file = { name, arrayBuffer: async () => bytes.buffer };
  await caller.call(iam.uploadStaffList, { params: { id: sourceId }, body: { file } });
  const run = async (start: () => Promise<Started>) => {
    for (;;) {
      const { body, problem } = await start();
      // One is already running: ours, whose answer was lost.
      const id = body ? body.task_id : problem.task_id;
      if (typeof id === 'string') return work.tasks.push(await caller.ended(id));
    }
  };
  await run(() => caller.call(iam.sync, { params: { id: sourceId }, query: {} }));
  await run(() => caller.call(sync.start, { body: { target_key_system_connection_id: systemId } }));
  if (work.round % 3 === 0) {
    await run(() => caller.call(keySystems.readInventory, { params: { id: systemId } }));
  }
}

async function readLists(caller: Patient, work: Work): Promise<void> {
  await caller.once(people.list, { query: { limit: 100 } });
  await caller.once(sync.list, { query: {} });
  await caller.once(overview.get, { query: {} });
  const csv = await caller.once(people.exportCsv, { query: {} });
  if (csv?.status !== 200) return;
  work.exports++;
  const lines = csv.text.trimEnd().split('\n').length;
  if (lines !== listOfRound(0).rows.size + 1) work.tally.wrong.push(`an export that ended well has ${lines} lines`);
}

async function signIn(caller: Patient, work: Work): Promise<void> {
  const answer = await caller.once(auth.login, { body: { ...admin, grant_type: 'password' } });
  if (answer?.status === 200) work.signIns++;
}

/** An unacknowledged plan may exist all the same: then its name is taken. */
async function makePlan(caller: Patient, work: Work): Promise<void> {
  const name = `Plan ${work.acknowledged.length + 1}`;
  const { status, text } = await caller.call(keyPlans.create, { body: { name, description: 'Made in the storm' } });
  if (status === 201 || status === 409) work.acknowledged.push(name);
  else work.tally.wrong.push(`a key plan was answered with ${status}: ${text}`);
}
