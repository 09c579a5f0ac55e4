import { iam } from '@key2xs/contract';
import { sql } from 'kysely';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aConnection, importPeople, run, upload } from '#test/factories/iam';
import { type ListedPerson, listOf, somePeople } from '#test/factories/people';
import { aTask, type Disturbance, Killed, undisturbed, workOn } from '#test/factories/tasks';
import { directoryStep } from './directory-step';

/** A worker of its own: what the queue would let another process do. */
const work = (app: TestApp, id: string, disturbance = undisturbed, compared = 2_000) =>
  workOn(app, id, (run) => directoryStep(run, { compared, reported: 500, applied: newcomers }), disturbance);

/** Kills the worker at its n-th save of a phase: before it is saved, or after it but before the commit of its transaction. */
function atSave(phase: string, n: number, when: 'before' | 'after'): Disturbance {
  let saves = 0;
  return (step, run) =>
    step({
      ...run,
      save: async (db, progress) => {
        const isIt = progress.phase === phase && ++saves === n;
        if (isIt && when === 'before') throw new Killed();
        await run.save(db, progress);
        if (isIt) throw new Killed();
      },
    });
}

/** Kills the worker when its n-th step is through. */
function afterStep(n: number): Disturbance {
  let steps = 0;
  return async (step, run) => {
    const result = await step(run);
    if (++steps === n) throw new Killed();
    return result;
  };
}

const newcomers = 1_700;
// Two chunks of changes, of all kinds: who leaves comes last.
const before = somePeople(100);
const moved = before.slice(4, 24).map((person) => ({ ...person, department: 'Lab' }));
const joined = Array.from({ length: newcomers }, (_, at) => ({ external_id: `N${at}`, display_name: `New ${at}` }));
const after: ListedPerson[] = [...moved, ...before.slice(24), ...joined];
const counts = { joiner: newcomers, leaver: 4, mover: 20, update: 0, problem: 0, unchanged: 76 };
const total = newcomers + 24;

async function aRun(app: TestApp): Promise<string> {
  const { id } = await aConnection(app);
  await importPeople(app, id, before);
  await upload(app, id, listOf(after));
  await app.db.deleteFrom('audit_event').execute();
  return (await aTask(app, { iam_connection_id: id })).id;
}

/** Who is active, where. */
async function peopleOf({ db }: TestApp): Promise<Map<string, string>> {
  const rows = await db.selectFrom('person').select(['external_id', 'department', 'active']).execute();
  return new Map(
    rows.map(({ external_id, department, active }) => [external_id, active ? `in ${department}` : 'left']),
  );
}

const wanted = new Map([
  ...before.slice(0, 4).map(({ external_id }): [string, string] => [external_id, 'left']),
  ...after.map(({ external_id, department = null }): [string, string] => [external_id, `in ${department}`]),
]);

/** What a run leaves that nothing has disturbed. */
async function expectCalmEnd(app: TestApp, taskId: string): Promise<void> {
  const { db } = app;
  expect(await peopleOf(app)).toEqual(wanted);
  const task = await db.selectFrom('sync_task').selectAll().where('id', '=', taskId).executeTakeFirst();
  expect(task).toMatchObject({ status: 'SUCCESS', phase: 'finished', done: total, total, error: null });
  expect(task?.result).toEqual({ outcome: 'applied', counts, failed: 0 });
  const changeSets = await db.selectFrom('change_set').selectAll().where('task_id', '=', taskId).execute();
  expect(changeSets).toMatchObject([{ id: task?.change_set_id, state: 'applied', total, applied: total, counts }]);
  const events = await db.selectFrom('audit_event').select('action').orderBy('id').execute();
  expect(events.map(({ action }) => action)).toEqual(['change_set.computed', 'change_set.applied', 'sync.finished']);
}

const kills: [where: string, disturb: Disturbance][] = [
  ['while it begins', atSave('reading', 1, 'after')],
  ['while it compares', atSave('comparing', 2, 'after')],
  ['before the change set is closed', atSave('applying', 1, 'before')],
  ['in the transaction that closes the change set', atSave('applying', 1, 'after')],
  ['between comparing and applying', afterStep(1)],
  ['in the transaction of the first chunk', atSave('applying', 2, 'after')],
  ['between two chunks', afterStep(2)],
  ['in the transaction of the last chunk', atSave('applying', 3, 'after')],
  ['after the last chunk', afterStep(3)],
];

describe('a worker that dies', () => {
  test('nowhere reaches the end', async ({ app }) => {
    const id = await aRun(app);
    await work(app, id);
    await expectCalmEnd(app, id);
  });

  for (const [where, disturb] of kills) {
    test(`${where} leaves it to another to come to the same end`, async ({ app }) => {
      const id = await aRun(app);
      await expect(work(app, id, disturb)).rejects.toThrow(Killed);
      await work(app, id);
      await expectCalmEnd(app, id);
    });
  }

  test('at every point, resumed by the next worker, gives the same result', async ({ app }) => {
    const id = await aRun(app);
    await expect(work(app, id, atSave('comparing', 1, 'before'))).rejects.toThrow(Killed);
    await expect(work(app, id, afterStep(1))).rejects.toThrow(Killed);
    await expect(work(app, id, atSave('applying', 1, 'after'))).rejects.toThrow(Killed);
    await expect(work(app, id, afterStep(1))).rejects.toThrow(Killed);
    await expect(work(app, id, afterStep(1))).rejects.toThrow(Killed);
    await work(app, id);
    await expectCalmEnd(app, id);
  });

  test('after applying an allowed change set does not go on to a newer list', async ({ app }) => {
    const { id: connection } = await aConnection(app);
    await importPeople(app, connection, before);
    await upload(app, connection, listOf([...before, ...joined.slice(0, 1)]));
    const { change_set_id } = await run(app, connection, true);
    await app.db.updateTable('change_set').set({ state: 'applying' }).where('state', '=', 'ready').execute();
    await upload(app, connection, listOf(before.slice(1)));
    const { id } = await aTask(app, { iam_connection_id: connection, change_set_id });
    await expect(work(app, id, afterStep(1))).rejects.toThrow(Killed);
    await work(app, id);
    const task = await app.db.selectFrom('sync_task').selectAll().where('id', '=', id).executeTakeFirst();
    expect(task).toMatchObject({ change_set_id, result: { outcome: 'applied', counts: { joiner: 1, leaver: 0 } } });
    expect((await peopleOf(app)).size).toBe(101);
  });
});

describe('a comparison in several steps', () => {
  const itemsAStep = 400;

  test('gives the same result as in one step', async ({ app }) => {
    const id = await aRun(app);
    await work(app, id, undisturbed, itemsAStep);
    await expectCalmEnd(app, id);
  });

  test('continues where it stopped, in any process, with the same result', async ({ app }) => {
    const id = await aRun(app);
    for (let steps = 0; steps < 2; steps++) {
      await expect(work(app, id, afterStep(1), itemsAStep)).rejects.toThrow(Killed);
      const items = app.db.selectFrom('change_set_item').select((q) => q.fn.countAll<string>().as('count'));
      const { count } = await items.where('kind', '!=', 'problem').executeTakeFirstOrThrow();
      expect(Number(count)).toBeGreaterThanOrEqual((steps + 1) * itemsAStep);
    }
    // Dies when the items of the third step are written and its cursor is not.
    await expect(work(app, id, atSave('comparing', 4, 'before'), itemsAStep)).rejects.toThrow(Killed);
    await work(app, id, undisturbed, itemsAStep);
    await expectCalmEnd(app, id);
  });

  test('is overtaken between two steps without a trace', async ({ app }) => {
    const id = await aRun(app);
    let steps = 0;
    const overtaken: Disturbance = async (step, run) => {
      if (++steps === 3) await work(app, id, undisturbed, itemsAStep);
      return step(run);
    };
    await work(app, id, overtaken, itemsAStep);
    await expectCalmEnd(app, id);
  });

  test('keeps to the list and the mapping it began with', async ({ app }) => {
    const id = await aRun(app);
    await expect(work(app, id, afterStep(2), itemsAStep)).rejects.toThrow(Killed);
    const { subject_id } = await app.db
      .selectFrom('sync_task')
      .select('subject_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await upload(app, subject_id, 'No.,Name\n1,Ada');
    const mapping_config = JSON.stringify({ external_id: 'No.' });
    await app.db.updateTable('iam_connection').set({ mapping_config }).execute();
    await app.db.deleteFrom('audit_event').execute();
    await work(app, id, undisturbed, itemsAStep);
    await expectCalmEnd(app, id);
  });

  test('says so when its list is gone', async ({ app }) => {
    const id = await aRun(app);
    await expect(work(app, id, afterStep(1), itemsAStep)).rejects.toThrow(Killed);
    await app.db.deleteFrom('staff_list').execute();
    await work(app, id, undisturbed, itemsAStep);
    const task = await app.db.selectFrom('sync_task').selectAll().where('id', '=', id).executeTakeFirst();
    expect(task).toMatchObject({ status: 'FAILURE', error: { code: 'task.listIsGone' } });
  });
});

/** Lets another worker do the whole task at one place of this one. */
const overtakenAt =
  (app: TestApp, id: string, phase: string): Disturbance =>
  (step, run) => {
    let isOvertaken = false;
    return step({
      ...run,
      save: async (db, progress) => {
        await run.save(db, progress);
        if (progress.phase !== phase || isOvertaken) return;
        isOvertaken = true;
        await work(app, id);
      },
    });
  };

describe('a worker that is overtaken', () => {
  test('before it begins saves nothing', async ({ app }) => {
    const id = await aRun(app);
    await work(app, id, async (step, run) => {
      await work(app, id);
      return step(run);
    });
    await expectCalmEnd(app, id);
  });

  test('while it compares saves nothing', async ({ app }) => {
    const id = await aRun(app);
    await work(app, id, overtakenAt(app, id, 'comparing'));
    await expectCalmEnd(app, id);
  });

  test('between two chunks saves nothing', async ({ app }) => {
    const id = await aRun(app);
    let steps = 0;
    await work(app, id, async (step, run) => {
      if (++steps === 2) await work(app, id);
      return step(run);
    });
    await expectCalmEnd(app, id);
  });
});

test('the queue lets a piece that broke be tried again', async ({ app }) => {
  const { id } = await aConnection(app);
  await upload(app, id, listOf(before));
  await sql`alter table staff_list_chunk rename to away`.execute(app.db);
  const { status, body } = await app.as('superadmin').call(iam.sync, { params: { id }, query: {} });
  expect(status).toBe(202);
  const failures = async () => (await app.db.selectFrom('job').select('failures').executeTakeFirstOrThrow()).failures;
  await expect.poll(failures).toBeGreaterThan(0);
  await sql`alter table away rename to staff_list_chunk`.execute(app.db);
  expect((await app.ended(body.task_id)).result).toMatchObject({ outcome: 'applied', counts: { joiner: 100 } });
});
