import { changeSets, driftList, keyPlans } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aHouseByHand, readEverything } from '#test/factories/handmade';
import { aRule, cylinder, syncNow } from '#test/factories/key-plans';
import { disturb, readInventory } from '#test/factories/key-systems';
import { aTask, type Disturbance, Killed, undisturbed, workOn } from '#test/factories/tasks';
import { keySystemStep } from './key-system-step';

const adoptions = { person_adopt: 4, profile_adopt: 3 };

/** Counts the writing calls that the sandbox receives meanwhile. */
async function writesOf<T>({ sandbox }: TestApp, run: () => Promise<T>): Promise<{ writes: number; answer: T }> {
  const before = sandbox.inspect().writes;
  const answer = await run();
  return { writes: sandbox.inspect().writes - before, answer };
}

async function profileThere(app: TestApp, identity: string) {
  const { profiles } = await readEverything(app);
  return profiles.find((profile) => profile.identity === identity);
}

/** A page of profiles with an empty one in the place of that one. */
const without = (identity: string) => (body: unknown) => {
  const page = body as { items: { identity: string }[] }; // what the sandbox answers to the list
  const empty = { identity: 'A-0', name: 'Empty', cylinders: [], cylinder_groups: [], other_members: [] };
  return { ...page, items: page.items.map((item) => (item.identity === identity ? { ...item, ...empty } : item)) };
};

const applyPreview = async (app: TestApp, change_set_id: string | null) => {
  const { body } = await app.as('superadmin').call(changeSets.apply, { params: { id: change_set_id ?? '' } });
  return app.ended(body.task_id);
};

describe('a plan that means what was entered in the key system by hand', () => {
  test('adopts it: a preview names it, the first sync writes nothing, and the second has nothing to do', async ({
    app,
  }) => {
    const { run, system } = await aHouseByHand(app);
    const before = await readEverything(app);
    const preview = await syncNow(app, { dry_run: true });
    expect(preview.result).toEqual({ outcome: 'previewed', counts: adoptions, failed: 0, waiting: 0 });
    const params = { id: preview.change_set_id ?? '' };
    const { call } = app.as('superadmin');
    const { body: items } = await call(changeSets.items, { params, query: { kind: 'profile_adopt' } });
    expect(items.items.map(({ label, detail }) => [label, detail])).toEqual([
      [`Cellar of Nye ${run}`, 'Main house / Head'],
      [`Chemists ${run}`, 'Main house / Lab doors'],
      [`Nurses ${run}`, 'Main house / Ward doors'],
    ]);
    const { body: set } = await call(changeSets.get, { params });
    expect(set).toMatchObject({ state: 'ready', effect: { people: 0, people_before: 4 } });

    const first = await writesOf(app, () => syncNow(app));
    expect(first.answer.result).toMatchObject({ outcome: 'applied', counts: adoptions });
    await readInventory(app, system.id);
    const second = await writesOf(app, () => syncNow(app));
    expect(second.answer.result?.outcome).toBe('nothing_to_do');
    expect([first.writes, second.writes]).toEqual([0, 0]);
    expect(await readEverything(app)).toEqual(before);
    expect((await call(driftList.page, { query: {} })).body.items).toEqual([]);
    const audited = await app.db
      .selectFrom('audit_event')
      .select('details')
      .where('action', '=', 'key_system.adopted')
      .orderBy('id')
      .execute();
    expect(audited.map(({ details }) => details)).toMatchObject([
      { kind: 'person', identities: { length: 4 } },
      { kind: 'profile', identities: { length: 3 } },
    ]);
    const { timed_writes } = await app.db
      .selectFrom('key_system_connection')
      .select('timed_writes')
      .executeTakeFirstOrThrow();
    expect(timed_writes).toBe(false);
  });

  test('writes the one person who differs, whether missing there or too many, and under the id there', async ({
    app,
  }) => {
    const { profiles, entered } = await aHouseByHand(app);
    const [head, nurse, chemist] = entered.map(({ identity }) => identity);
    const change = (act: 'add-member' | 'remove-member', person = '') =>
      app.sandbox.act(act, { profile: profiles.ward, person });
    change('remove-member', nurse);
    const missing = await writesOf(app, () => syncNow(app));
    expect(missing.answer.result).toMatchObject({ outcome: 'applied', counts: { ...adoptions, member_add: 1 } });
    change('add-member', chemist);
    await syncNow(app, { dry_run: true });
    const { body: drift } = await app.as('superadmin').call(driftList.page, { query: {} });
    expect(drift.items).toMatchObject([{ kind: 'member_added', adopted_at: expect.any(String) }]);
    const tooMany = await writesOf(app, () => syncNow(app));
    expect(tooMany.answer.result).toMatchObject({ counts: { member_remove: 1 } });
    expect([missing.writes, tooMany.writes]).toEqual([1, 1]);
    expect(await profileThere(app, profiles.ward)).toMatchObject({
      reference: null,
      members: [],
      other_members: [head, nurse].sort(),
    });
  });

  test('changes adopted records as its own from then on, and leaves their names until ours change', async ({ app }) => {
    const { profiles, labProfile, plan, system, run, persons, entered } = await aHouseByHand(app);
    await syncNow(app);
    const { call } = app.as('superadmin');
    const cylinder_ids = ['C-0182', 'C-0184'].map((id) => system.cylinder(id).id);
    const params = { keyplan_id: plan, profile_id: labProfile };
    await call(keyPlans.updateProfile, { params, body: { cylinder_ids } });
    await app.db
      .updateTable('person')
      .set({ active: false })
      .where('id', '=', persons[1] ?? '')
      .execute();
    const { change_set_id, result } = await syncNow(app);
    expect(result?.counts).toEqual({ profile_put: 1, member_remove: 1, person_deactivate: 1 });
    const body = { reason: 'One of four has left' }; // more than the guard lets pass
    const allowed = await call(changeSets.allowOnce, { params: { id: change_set_id ?? '' }, body });
    expect(await app.ended(allowed.body.task_id)).toMatchObject({ status: 'SUCCESS' });
    expect(await profileThere(app, profiles.lab)).toMatchObject({
      reference: null,
      name: `Chemists ${run}`,
      cylinders: ['C-0182', 'C-0184'],
    });
    const { persons: there } = await readEverything(app);
    expect(there.find(({ identity }) => identity === entered[1]?.identity)).toMatchObject({
      reference: null,
      active: false,
    });
    for (const name of ['Big house', 'Main house']) {
      await call(keyPlans.update, { params: { id: plan }, body: { name } });
      expect((await syncNow(app)).result?.counts).toEqual({ profile_put: 3 });
      expect(await profileThere(app, profiles.lab)).toMatchObject({ name: `${name} / Lab doors` });
    }
  });

  test('does not adopt what was changed there since the preview, and compares it anew', async ({ app }) => {
    const { profiles, entered } = await aHouseByHand(app);
    const { change_set_id } = await syncNow(app, { dry_run: true });
    const stranger = app.sandbox.act('create-person', { first_name: 'Odo', surname: 'Brackwater' });
    app.sandbox.act('add-member', { profile: profiles.ward, person: stranger.identity });
    const { writes, answer } = await writesOf(app, () => applyPreview(app, change_set_id));
    expect(writes).toBe(0);
    expect(answer).toMatchObject({ status: 'FAILURE', error: expect.stringMatching(/^1 of 7 changes failed, 6 were/) });
    const next = await syncNow(app);
    expect(next.result).toMatchObject({ outcome: 'applied', counts: { profile_put: 1, member_add: 2 } });
    expect(await profileThere(app, profiles.ward)).toMatchObject({ other_members: { length: 3 } });
    const ours = (await readEverything(app)).profiles.at(-1);
    expect(ours).toMatchObject({ name: 'Main house / Ward doors', members: [] });
    expect(ours?.other_members).toEqual(
      entered.flatMap(({ identity, department }) => (department === 'Ward' ? identity : [])),
    );
  });

  test('holds back what is about a record that was not adopted', async ({ app }) => {
    const { profiles, entered } = await aHouseByHand(app);
    app.sandbox.act('remove-member', { profile: profiles.ward, person: entered[1]?.identity ?? '' });
    const { change_set_id } = await syncNow(app, { dry_run: true });
    app.sandbox.act('add-member', { profile: profiles.ward, person: entered[2]?.identity ?? '' });
    const { writes } = await writesOf(app, () => applyPreview(app, change_set_id));
    expect(writes).toBe(0);
    const params = { id: change_set_id ?? '' };
    const { body } = await app.as('superadmin').call(changeSets.items, { params, query: { outcome: 'failed' } });
    expect(body.items.map(({ kind, message }) => [kind, message])).toEqual([
      ['profile_adopt', expect.stringContaining('Not adopted, because it has been changed')],
      ['member_add', 'Held back, because it is about a record that was not adopted.'],
    ]);
  });

  test('creates a profile anew that was adopted and is gone', async ({ app }) => {
    const { profiles, rules } = await aHouseByHand(app);
    await syncNow(app);
    disturb(app, ({ path }) =>
      path.endsWith('/profiles') ? { kind: 'alter_answer', alter: without(profiles.ward) } : undefined,
    );
    expect((await syncNow(app)).result).toMatchObject({
      outcome: 'applied',
      counts: { profile_put: 1, member_add: 2 },
    });
    const { profiles: there } = await readEverything(app);
    expect(there.find(({ reference }) => reference === rules.ward.id)).toMatchObject({ other_members: { length: 2 } });
  });

  test('leaves a profile that opens one door more than any rule', async ({ app }) => {
    const { plan, source, system, run } = await aHouseByHand(app);
    const doors = ['C-0185', 'C-0186'];
    const identity = app.sandbox.act('create-profile', { name: 'Two doors', doors }).identity;
    const objects = [cylinder(system.cylinder('C-0185').id)];
    await aRule(app, { plan, source, name: 'Two doors', job_titles: [`Head ${run}`], objects });
    expect((await syncNow(app)).result?.counts).toEqual({ ...adoptions, profile_put: 1, member_add: 1 });
    expect(await profileThere(app, identity)).toMatchObject({ other_members: [], cylinders: doors });
  });

  test.for([1, 2])('goes on where a worker died after step %i, without a write', async (steps, { app }) => {
    const { system } = await aHouseByHand(app);
    const task = await aTask(app, { kind: 'key_system', key_system_connection_id: system.id });
    let done = 0;
    const killAfterwards: Disturbance = async (step, run) => {
      const result = await step(run);
      if (++done === steps) throw new Killed();
      return result;
    };
    const { writes } = await writesOf(app, async () => {
      await expect(workOn(app, task.id, keySystemStep, killAfterwards)).rejects.toThrow(Killed);
      await workOn(app, task.id, keySystemStep, undisturbed);
    });
    expect([done, writes]).toEqual([steps, 0]);
    expect(await app.ended(task.id)).toMatchObject({ status: 'SUCCESS', result: { counts: adoptions } });
    const sets = await app.db.selectFrom('change_set').select(['state', 'applied', 'failed', 'total']).execute();
    expect(sets).toEqual([{ state: 'applied', applied: 7, failed: 0, total: 7 }]);
    expect((await syncNow(app)).result?.outcome).toBe('nothing_to_do');
  });
});
