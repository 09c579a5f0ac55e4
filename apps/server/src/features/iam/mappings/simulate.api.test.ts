import { changeSets, iam, type Mapping, mappings, type SyncTask } from '@key2xs/contract';
import { beforeAll, describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { addPager, aPager, readIn, statesOf } from '#test/factories/called-sources';
import { aConnection, importPeople, run, upload } from '#test/factories/iam';
import { aKeyPlan, aRule, group } from '#test/factories/key-plans';
import { aReadKeySystem } from '#test/factories/key-systems';
import { listOf, somePeople } from '#test/factories/people';
import { calledPerson } from '#test/pager';

beforeAll(addPager);

const stored: Mapping = { external_id: 'external_id', display_name: 'display_name', department: 'department' };

const simulate = (app: TestApp, id: string, mapping: Mapping, read?: boolean) =>
  app.as('superadmin').call(mappings.simulate, { params: { id }, body: { mapping, ...(read && { read }) } });

async function simulated(app: TestApp, id: string, mapping: Mapping, read?: boolean): Promise<SyncTask> {
  const { status, body } = await simulate(app, id, mapping, read);
  expect(status).toBe(202);
  return app.ended(body.task_id);
}

const of = ({ change_set_id }: SyncTask) => ({ id: change_set_id ?? '' });
const changeSet = async (app: TestApp, task: SyncTask) =>
  (await app.as('superadmin').call(changeSets.get, { params: of(task) })).body;
const fieldsOf = async (app: TestApp, task: SyncTask) =>
  (await app.as('superadmin').call(changeSets.fields, { params: of(task) })).body.items;

const everybody = ({ db }: TestApp) => db.selectFrom('person').selectAll().orderBy('id').execute();
const sourceOf = async (app: TestApp, id: string) =>
  (await app.as('superadmin').call(iam.get, { params: { id } })).body;

describe('a simulation over a staff list', () => {
  test('shows who would change in what, and whose doors, and writes no person', async ({ app }) => {
    const { id } = await aConnection(app, { mapping_config: JSON.stringify(stored), guard_limit_percent: '100' });
    const system = await aReadKeySystem(app);
    const { id: plan } = await aKeyPlan(app, { sources: [id], keySystems: [system.id] });
    const people = somePeople(12, { job_title: 'Nurse' }).map((one, at) =>
      at < 4 ? { ...one, job_title: 'Ward' } : one,
    );
    await importPeople(app, id, people);
    await aRule(app, { plan, source: id, departments: ['Ward'], objects: [group(system.group('G-01').id)] });
    const [before, source] = [await everybody(app), await sourceOf(app, id)];

    const task = await simulated(app, id, { ...stored, department: 'job_title', email: 'display_name' });
    expect(task.result).toMatchObject({ outcome: 'previewed', counts: { mover: 8, update: 4, leaver: 0 } });
    const result = await changeSet(app, task);
    expect(result).toMatchObject({ state: 'simulated', total: 12, effect: { people: 8, people_losing: 8 } });
    const fields = await fieldsOf(app, task);
    expect(fields.map(({ field, people: count, examples }) => [field, count, examples.length])).toEqual([
      ['email', 12, 5],
      ['department', 8, 5],
    ]);
    const fifth = before.find(({ external_id }) => external_id === 'E005');
    expect(fields[1]?.examples[0]).toEqual({
      person_id: fifth?.id,
      label: 'Person 005',
      before: 'Ward',
      after: 'Nurse',
    });
    expect(await everybody(app)).toEqual(before);
    expect(await sourceOf(app, id)).toEqual(source);
    expect((await run(app, id)).result).toMatchObject({ outcome: 'nothing_to_do', counts: { unchanged: 12 } });
  });

  test('can never be applied, and lets what waits for a decision wait', async ({ app }) => {
    const { id } = await aConnection(app, { mapping_config: JSON.stringify(stored) });
    await importPeople(app, id, somePeople(3));
    await upload(app, id, listOf(somePeople(4)));
    const waiting = await run(app, id, true);
    const mapping = { ...stored, department: 'display_name' };
    const task = await simulated(app, id, mapping);
    const { call } = app.as('superadmin');
    for (const decide of [
      () => call(changeSets.apply, { params: of(task) }),
      () => call(changeSets.allowOnce, { params: of(task), body: { reason: 'because' } }),
      () => call(changeSets.discard, { params: of(task), body: { reason: '' } }),
    ]) {
      expect((await decide()).problem.code).toBe('conflict');
    }
    expect((await changeSet(app, waiting)).state).toBe('ready');
    expect((await sourceOf(app, id)).waiting_change_set_id).toBe(waiting.change_set_id);

    const again = await simulated(app, id, mapping);
    expect((await call(changeSets.get, { params: of(task) })).problem.code).toBe('not_found');
    expect((await changeSet(app, again)).state).toBe('simulated');
    expect((await app.ended(task.task_id)).change_set_id).toBeNull();
  });

  test('counts who would be lost: everybody, with another identity, and rows that say nothing clear', async ({
    app,
  }) => {
    const { id } = await aConnection(app, { mapping_config: JSON.stringify(stored) });
    await importPeople(app, id, somePeople(12, { email: 'perhaps' }));
    const other = await simulated(app, id, { ...stored, external_id: 'display_name' });
    expect(other.result?.counts).toMatchObject({ joiner: 12, leaver: 12 });
    expect((await changeSet(app, other)).guards).toMatchObject([{ reason: 'too_many_removals' }]);
    const unclear = await simulated(app, id, { ...stored, active: 'email' });
    expect(unclear.result).toMatchObject({ outcome: 'previewed', counts: { problem: 12, leaver: 0 } });
    const query = { kind: 'problem' as const, limit: '1' };
    const { body } = await app.as('superadmin').call(changeSets.items, { params: of(unclear), query });
    expect(body).toMatchObject({ total: 12, items: [{ label: 'Person 001' }] });
    expect(body.items[0]?.detail).toContain('perhaps');
  });

  test('is refused without an identity, and with a column that is not there', async ({ app }) => {
    const { id } = await aConnection(app, { mapping_config: JSON.stringify(stored) });
    expect((await simulate(app, id, stored)).problem.code).toBe('conflict'); // no list yet
    await upload(app, id, listOf(somePeople(1)));
    expect((await simulate(app, id, { department: 'department' })).problem.code).toBe('validation_failed');
    const missing = (await simulate(app, id, { ...stored, location: 'Floor' })).problem;
    expect([missing.code, missing.detail]).toEqual(['conflict', expect.stringContaining('Floor')]);
  });
});

describe('a simulation over a source that is called', () => {
  const mapped = { display_name: 'name', department: 'unit', groups: 'groups' };

  test('compares its replica, and does not call it', async ({ app }) => {
    const { id, pager } = await aPager(app);
    pager.full = [{ people: [calledPerson('p1'), calledPerson('p2', { unit: 'Person p2' })] }];
    await readIn(app, id);
    const calls = pager.seen.length;
    const task = await simulated(app, id, { ...mapped, department: 'name' });
    expect(task.result?.counts).toMatchObject({ mover: 1, unchanged: 1 });
    expect(pager.seen).toHaveLength(calls);
  });

  test('reports an attribute that was never read, and reads the source on request', async ({ app }) => {
    const { id, pager } = await aPager(app);
    pager.full = [{ people: [calledPerson('p1', { number: '7' }), calledPerson('p2')] }];
    await readIn(app, id);
    const mapping = { ...mapped, employee_id: 'number' };
    expect((await simulate(app, id, mapping)).problem.detail).toBe(
      'Not read from the source so far: number, 0 of 2 people. Read the source to try this mapping.',
    );
    expect((await simulate(app, id, { ...mapped, company: 'shoe_size' }, true)).problem.code).toBe('conflict');
    expect(pager.starts).toBe(1);
    const task = await simulated(app, id, mapping, true);
    expect(task.result?.counts).toMatchObject({ update: 1, unchanged: 1 });
    expect(pager.seen.at(-1)?.attributes).toEqual(['groups', 'name', 'number', 'unit']);
    expect(await fieldsOf(app, task)).toMatchObject([
      { field: 'employee_id', examples: [{ before: null, after: '7' }] },
    ]);

    // A run with the stored mapping no longer asks for the number, so nothing is known of it afterwards.
    expect((await readIn(app, id)).result).toMatchObject({ outcome: 'nothing_to_do' });
    expect((await simulate(app, id, mapping)).problem.code).toBe('conflict');
    expect(await statesOf(app, id)).toEqual(['p1: active', 'p2: active']);
  });

  test('says before the first reading that nothing is known', async ({ app }) => {
    const { id } = await aPager(app);
    expect((await simulate(app, id, mapped)).problem.code).toBe('conflict');
  });
});
