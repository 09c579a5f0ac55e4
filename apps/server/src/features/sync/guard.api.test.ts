import { changeSets } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aWard, changeGroups, syncNow, wantedMemberships } from '#test/factories/key-plans';
import { disturb, heldMemberships } from '#test/factories/key-systems';

/** Eighty people of one ward in the key system; then so many of them leave. */
async function aWardWithout(app: TestApp, leavers: number) {
  const house = await aWard(app, 80);
  expect(await syncNow(app)).toMatchObject({ status: 'SUCCESS' });
  for (const id of house.persons.slice(0, leavers)) {
    await app.db.updateTable('person').set({ active: false }).where('id', '=', id).execute();
  }
  return house;
}

describe('the guard against mass removal', () => {
  test('lets ten people lose their doors', async ({ app }) => {
    const { system } = await aWardWithout(app, 10); // two writes each
    const task = await syncNow(app);
    expect(task.result).toMatchObject({ outcome: 'applied', counts: { member_remove: 10, person_deactivate: 10 } });
    expect(await heldMemberships(app)).toEqual(await wantedMemberships(app, system.id));
  });

  test('stops more than that before the first write, and states the reason', async ({ app }) => {
    const { system } = await aWardWithout(app, 11);
    const before = app.sandbox.inspect();
    const task = await syncNow(app);
    expect(task).toMatchObject({
      status: 'SUCCESS',
      result: { outcome: 'quarantined', counts: { member_remove: 11, person_deactivate: 11 }, failed: 0 },
    });
    expect(app.sandbox.inspect()).toEqual(before);

    const params = { id: task.change_set_id ?? '' };
    const { body } = await app.as('superadmin').call(changeSets.get, { params });
    expect(body).toMatchObject({
      state: 'quarantined',
      key_system_connection_id: system.id,
      guards: [{ reason: 'too_many_removals', count: 11, of: 80, percent: 13.8, limit_percent: 5 }],
      largest_removals: [{ label: 'Ward', count: 11 }],
      applied: 0,
      effect: { people_losing: 11, people_gaining: 0, people_before: 80 },
      total: 22,
    });
  });

  test('continues once a person has allowed it, and stops again the next time', async ({ app }) => {
    const { system } = await aWardWithout(app, 11);
    const { change_set_id } = await syncNow(app);
    const params = { id: change_set_id ?? '' };
    const { call } = app.as('superadmin');
    const allowed = await call(changeSets.allowOnce, { params, body: { reason: 'The ward has been closed' } });
    expect(await app.ended(allowed.body.task_id)).toMatchObject({ status: 'SUCCESS', result: { outcome: 'applied' } });
    expect(await heldMemberships(app)).toEqual(await wantedMemberships(app, system.id));
    expect((await call(changeSets.get, { params })).body).toMatchObject({ state: 'applied', applied: 22 });

    await app.db.updateTable('person').set({ active: false }).where('department', '=', 'Ward').execute();
    expect((await syncNow(app)).result).toMatchObject({ outcome: 'quarantined' });
  });

  test('has a separate limit for each key system', async ({ app }) => {
    const { system } = await aWardWithout(app, 11);
    const limit = { guard_limit_percent: 14 };
    await app.db.updateTable('key_system_connection').set(limit).where('id', '=', system.id).execute();
    expect((await syncNow(app)).result).toMatchObject({ outcome: 'applied' });
  });

  test('replaces the waiting change set with that of the next run', async ({ app }) => {
    await aWardWithout(app, 11);
    const first = await syncNow(app);
    const second = await syncNow(app);
    expect(second.result?.outcome).toBe('quarantined');
    const states = async (id: string | null) =>
      (await app.as('superadmin').call(changeSets.get, { params: { id: id ?? '' } })).body.state;
    expect([await states(first.change_set_id), await states(second.change_set_id)]).toEqual(['stale', 'quarantined']);
  });

  test('counts people who lose a door because a profile is narrowed, each once', async ({ app }) => {
    const { system, plan, profileId } = await aWard(app, 40);
    await changeGroups(app, plan, profileId, [system.group('G-01').id, system.group('G-02').id]);
    expect(await syncNow(app)).toMatchObject({ status: 'SUCCESS' });
    await changeGroups(app, plan, profileId, [system.group('G-01').id]);
    const task = await syncNow(app);
    expect(task.result).toMatchObject({ outcome: 'quarantined', counts: { profile_put: 1 } });
    const { body } = await app.as('superadmin').call(changeSets.get, { params: { id: task.change_set_id ?? '' } });
    expect(body.guards).toMatchObject([{ reason: 'too_many_removals', count: 40, of: 40 }]);
  });
});

describe('an answer that cannot be right', () => {
  test.for<[string, (items: unknown[]) => unknown]>([
    ['cut short', (items) => ({ first_result: 0, total: items.length + 1, items: items.slice(0, 3) })],
    ['twice the same', ([first]) => ({ first_result: 0, total: 2, items: [first, first] })],
    ['no list', () => '<html>Welcome</html>'],
  ])('%s: is read again, and removes no person', async ([, alter], { app }) => {
    await aWardWithout(app, 0);
    const before = app.sandbox.inspect();
    let altered = 0;
    disturb(app, ({ path }) =>
      path.endsWith('/persons') && altered++ === 0
        ? { kind: 'alter_answer', alter: (body) => alter((body as { items: unknown[] }).items) } // a list's answer
        : undefined,
    );
    expect((await syncNow(app)).result).toEqual({ outcome: 'nothing_to_do', counts: {}, failed: 0, waiting: 0 });
    expect(altered).toBeGreaterThan(1);
    expect(app.sandbox.inspect()).toEqual(before);
  });
});
