import { changeSets } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aWard, syncNow, wantedMemberships } from '#test/factories/key-plans';
import { disturb, heldMemberships } from '#test/factories/key-systems';

/** Forty people of one ward in the key system; then so many of them leave. */
async function aWardWithout(app: TestApp, leavers: number) {
  const house = await aWard(app, 40);
  expect(await syncNow(app)).toMatchObject({ status: 'SUCCESS' });
  for (const id of house.persons.slice(0, leavers)) {
    await app.db.updateTable('person').set({ active: false }).where('id', '=', id).execute();
  }
  return house;
}

describe('the guard against mass removal', () => {
  test('lets ten removals pass', async ({ app }) => {
    const { system } = await aWardWithout(app, 5); // a membership and a person each
    const task = await syncNow(app);
    expect(task.result).toMatchObject({ outcome: 'applied', counts: { member_remove: 5, person_deactivate: 5 } });
    expect(await heldMemberships(app)).toEqual(await wantedMemberships(app, system.id));
  });

  test('stops more than that before the first write, and says what is the matter', async ({ app }) => {
    const { system } = await aWardWithout(app, 6);
    const before = app.sandbox.inspect();
    const task = await syncNow(app);
    expect(task).toMatchObject({
      status: 'SUCCESS',
      result: { outcome: 'quarantined', counts: { member_remove: 6, person_deactivate: 6 }, failed: 0 },
    });
    expect(app.sandbox.inspect()).toEqual(before);

    const params = { id: task.change_set_id ?? '' };
    const { body } = await app.as('superadmin').call(changeSets.get, { params });
    expect(body).toMatchObject({
      state: 'quarantined',
      key_system_connection_id: system.id,
      guards: [{ reason: 'too_many_removals', count: 12, of: 80, percent: 15, limit_percent: 5 }],
      largest_removals: [{ label: 'Main house / Ward doors', count: 6 }],
      applied: 0,
      total: 12,
    });
  });

  test('goes on once a person has allowed it, and stops the next time again', async ({ app }) => {
    const { system } = await aWardWithout(app, 6);
    const { change_set_id } = await syncNow(app);
    const params = { id: change_set_id ?? '' };
    const { call } = app.as('superadmin');
    const allowed = await call(changeSets.allowOnce, { params, body: { reason: 'The ward has been closed' } });
    expect(await app.ended(allowed.body.task_id)).toMatchObject({ status: 'SUCCESS', result: { outcome: 'applied' } });
    expect(await heldMemberships(app)).toEqual(await wantedMemberships(app, system.id));
    expect((await call(changeSets.get, { params })).body).toMatchObject({ state: 'applied', applied: 12 });

    await app.db.updateTable('person').set({ active: false }).where('department', '=', 'Ward').execute();
    expect((await syncNow(app)).result).toMatchObject({ outcome: 'quarantined' });
  });

  test('holds a limit of its own for each key system', async ({ app }) => {
    const { system } = await aWardWithout(app, 6);
    const limit = { guard_limit_percent: 15 };
    await app.db.updateTable('key_system_connection').set(limit).where('id', '=', system.id).execute();
    expect((await syncNow(app)).result).toMatchObject({ outcome: 'applied' });
  });

  test('has the waiting change set replaced by the next run', async ({ app }) => {
    await aWardWithout(app, 6);
    const first = await syncNow(app);
    const second = await syncNow(app);
    expect(second.result?.outcome).toBe('quarantined');
    const states = async (id: string | null) =>
      (await app.as('superadmin').call(changeSets.get, { params: { id: id ?? '' } })).body.state;
    expect([await states(first.change_set_id), await states(second.change_set_id)]).toEqual(['stale', 'quarantined']);
  });
});

describe('an answer that cannot be right', () => {
  test.for<[string, (items: unknown[]) => unknown]>([
    ['cut short', (items) => ({ first_result: 0, total: items.length + 1, items: items.slice(0, 3) })],
    ['twice the same', ([first]) => ({ first_result: 0, total: 2, items: [first, first] })],
    ['no list', () => '<html>Welcome</html>'],
  ])('%s: is read again, and nobody is removed for it', async ([, alter], { app }) => {
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
