import { changeSets, keySystems, sync } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aWard, syncNow, wantedMemberships } from '#test/factories/key-plans';
import { disturb, heldMemberships } from '#test/factories/key-systems';

const changeSet = async (app: TestApp, id: string | null) =>
  (await app.as('superadmin').call(changeSets.get, { params: { id: id ?? '' } })).body;

const health = async (app: TestApp, id: string) => {
  const { body } = await app.as('superadmin').call(keySystems.get, { params: { id } });
  return [body.status, body.error_message];
};

async function expectRepair(app: TestApp, keySystemId: string) {
  app.sandbox.fault(undefined);
  expect(await syncNow(app)).toMatchObject({ status: 'SUCCESS' });
  expect(await heldMemberships(app)).toEqual(await wantedMemberships(app, keySystemId));
  expect(await health(app, keySystemId)).toEqual(['ACTIVE', null]);
}

/** References of our persons that are stored more than once. */
function doubles({ sandbox }: TestApp): string[] {
  const references = sandbox.inspect().persons.map(({ reference }) => reference ?? '');
  return references.filter((reference, at) => references.indexOf(reference) !== at);
}

describe('a key system that is lost in the middle', () => {
  test('temporarily: the run resumes and succeeds', async ({ app }) => {
    const { system } = await aWard(app, 40);
    let calls = 0;
    disturb(app, ({ method }) => (method !== 'GET' && calls++ > 20 && calls < 60 ? { kind: 'reset' } : undefined));
    expect(await syncNow(app)).toMatchObject({ status: 'SUCCESS', result: { outcome: 'applied', failed: 0 } });
    expect(calls).toBeGreaterThan(60);
    expect(await heldMemberships(app)).toEqual(await wantedMemberships(app, system.id));
    expect(await health(app, system.id)).toEqual(['ACTIVE', null]);
  });

  test('with lost responses: nothing is done twice', async ({ app }) => {
    const { system } = await aWard(app, 40);
    let calls = 0;
    disturb(app, ({ method }) => (method !== 'GET' && calls++ % 3 === 1 ? { kind: 'lose_answer' } : undefined));
    expect(await syncNow(app)).toMatchObject({ status: 'SUCCESS' });
    expect(doubles(app)).toEqual([]);
    expect(await heldMemberships(app)).toEqual(await wantedMemberships(app, system.id));
  });

  test('permanently: the run fails with a sentence, keeps what was done and leaves nothing in progress', async ({
    app,
  }) => {
    const { system } = await aWard(app, 40);
    let calls = 0;
    disturb(app, ({ method }) => (method !== 'GET' && calls++ > 20 ? { kind: 'reset' } : undefined));
    const { body: started } = await app.as('superadmin').call(sync.start, { body: {} });
    const { task_id: id } = started;
    const read = () => app.db.selectFrom('job').selectAll().where('key', '=', id).executeTakeFirst();
    await expect.poll(async () => (await read())?.failures).toBeGreaterThan(0);
    await app.db.updateTable('job').set({ failures: 4 }).where('key', '=', id).execute(); // as after many attempts
    const task = await app.ended(id);
    expect(task.error).toMatch(/^The key system (cannot be reached|refused our client certificate)\. .*\.$/);
    expect(await health(app, system.id)).toEqual(['ERROR', task.error]);
    const { state, applied, total, failed } = await changeSet(app, task.change_set_id);
    expect([state, total, failed]).toEqual(['stale', 81, 0]);
    expect(applied).toBeGreaterThan(10);
    expect(applied).toBeLessThan(41);
    await expectRepair(app, system.id);
  });

  test.for<[string, number, Record<string, string>, string]>([
    ['takes our rights away', 403, {}, 'The key system knows our client certificate, but it gives no right to this.'],
    ['wants to be left alone', 429, { 'retry-after': '3600' }, 'The key system asks us to call less often.'],
    ['is down for an hour', 503, { 'retry-after': '3600' }, 'The key system answered that it could not do'],
    ['no longer offers the function', 501, {}, 'The key system does not offer this function.'],
  ])('because it %s: the run ends at once and calls no more', async ([, status, headers, sentence], { app }) => {
    const { system } = await aWard(app, 40);
    let refused = 0;
    disturb(app, ({ path }) => {
      if (!path.includes('/persons/')) return undefined;
      refused++;
      return { kind: 'answer', status, headers, body: '{}' };
    });
    const task = await syncNow(app);
    expect(task).toMatchObject({ status: 'FAILURE', error: expect.stringMatching(`^${sentence}`) });
    expect(refused).toBeLessThanOrEqual(8); // those under way at that moment
    expect(await health(app, system.id)).toEqual(['ERROR', task.error]);
    expect(await changeSet(app, task.change_set_id)).toMatchObject({ state: 'stale', applied: 1, failed: 0 });
    await expectRepair(app, system.id);
  });

  test('while it is read: nothing is changed', async ({ app }) => {
    const { system } = await aWard(app, 3);
    await syncNow(app);
    const before = app.sandbox.inspect();
    await app.db.updateTable('person').set({ department: 'Elsewhere' }).execute();
    disturb(app, ({ path }) => (path.endsWith('/profiles') ? { kind: 'answer', status: 401, body: '' } : undefined));
    expect(await syncNow(app)).toMatchObject({ status: 'FAILURE', change_set_id: null });
    expect(app.sandbox.inspect()).toEqual(before);
    expect((await health(app, system.id))[0]).toBe('ERROR');
  });
});

test('a key system that was deactivated meanwhile is left as it is', async ({ app }) => {
  const { system } = await aWard(app, 3);
  const { change_set_id } = await syncNow(app, { dry_run: true });
  const { call } = app.as('superadmin');
  await call(keySystems.update, { params: { id: system.id }, body: { is_active: false } });
  const before = app.sandbox.inspect();
  const applying = await call(changeSets.apply, { params: { id: change_set_id ?? '' } });
  expect(await app.ended(applying.body.task_id)).toMatchObject({
    status: 'FAILURE',
    error: `'${system.name}' is inactive. Activate it, then sync again.`,
  });
  expect(app.sandbox.inspect()).toEqual(before);
  expect((await changeSet(app, change_set_id)).state).toBe('stale');
});
