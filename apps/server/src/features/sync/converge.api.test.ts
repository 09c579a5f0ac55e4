import { randomUUID } from 'node:crypto';
import { access, enhancedKeyPlans, keyPlans } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import {
  aHouse,
  aProfile,
  aRule,
  cylinder,
  group,
  profile,
  syncNow,
  wantedMemberships,
} from '#test/factories/key-plans';
import { asAnotherClient, disturb, heldMemberships, openDoors } from '#test/factories/key-systems';

const find = ({ sandbox }: TestApp, reference: string) => {
  const { persons, profiles } = sandbox.inspect();
  return {
    person: persons.find((person) => person.reference === reference),
    profile: profiles.find((found) => found.reference === reference),
  };
};

const isEqual = async (app: TestApp, keySystemId: string) =>
  expect(await heldMemberships(app)).toEqual(await wantedMemberships(app, keySystemId));

/** Syncs, expects it to end well and the sandbox to hold what the rules call for. */
async function syncToEqual(app: TestApp, keySystemId: string) {
  const task = await syncNow(app, { target_key_system_connection_id: keySystemId });
  expect(task).toMatchObject({ status: 'SUCCESS', error: null });
  await isEqual(app, keySystemId);
  return task;
}

/**
 * Twelve people of two wards and three titles, spelled as directories do, and two rules over them; thirty more with a
 * rule of their own, so that what happens to the twelve is no mass removal.
 */
async function aHospital(app: TestApp) {
  const titles = ['Nurse', 'nurse ', 'Doctor', 'Porter'];
  const people = Array.from({ length: 12 }, (_, i) => ({
    display_name: `Person ${i}`,
    department: i % 3 === 0 ? 'Ward  One' : 'Ward Two',
    job_title: titles[i % 4] ?? null,
  }));
  const staff = Array.from({ length: 30 }, (_, i) => ({ display_name: `Staff ${i}`, department: 'Staff' }));
  const gone = { display_name: 'Gone', department: 'Ward One', active: false };
  const house = await aHouse(app, [...people, gone, ...staff]);
  const { plan, source, system } = house;
  const hours = { days: [1, 2, 3], from: '08:00', to: '18:00', valid_from: null, valid_until: null };
  const ward = await aRule(app, {
    plan,
    source,
    name: 'Ward one',
    departments: ['ward one'],
    objects: [group(system.group('G-01').id), cylinder(system.cylinder('C-0005').id)],
  });
  const nurses = await aRule(app, {
    plan,
    source,
    name: 'Nurses',
    job_titles: ['Nurse', 'Midwife'],
    objects: [profile((await aProfile(app, plan, { groups: [system.group('G-03').id] })).id)],
    time_restrictions: [hours],
  });
  const objects = [group(system.group('G-02').id)];
  await aRule(app, { plan, source, name: 'Staff', departments: ['staff'], objects });
  return { ...house, ward, nurses };
}

describe('a sync', () => {
  test('makes the key system equal to the rules; again there is nothing to do', async ({ app }) => {
    const { system, ward, nurses } = await aHospital(app);
    const first = await syncToEqual(app, system.id);
    expect(first.result).toEqual({
      outcome: 'applied',
      counts: { profile_put: 3, person_create: 38, member_add: 40 },
      failed: 0,
      waiting: 0,
    });
    expect(await heldMemberships(app)).toHaveLength(40);
    expect(find(app, ward.id).profile).toMatchObject({
      name: 'Main house / Ward one',
      cylinders: ['C-0005'],
      cylinder_groups: ['G-01'],
      schedule: [],
    });
    expect(find(app, nurses.id).profile).toMatchObject({
      cylinders: [],
      cylinder_groups: ['G-03'],
      schedule: [{ days: [1, 2, 3], from: '08:00', to: '18:00' }],
    });

    const { writes } = app.sandbox.inspect();
    const second = await syncToEqual(app, system.id);
    expect(second.result).toEqual({ outcome: 'nothing_to_do', counts: {}, failed: 0, waiting: 0 });
    expect(app.sandbox.inspect().writes).toBe(writes);
  });

  test('gives a key for which rules have different hours one schedule, where the plan says which', async ({ app }) => {
    const { system, plan, persons } = await aHospital(app);
    const [both = ''] = persons;
    const choose = async (schedule_policy: 'refuse' | 'union' | 'intersection') => {
      const params = { id: plan };
      expect((await app.as('superadmin').call(keyPlans.update, { params, body: { schedule_policy } })).status).toBe(
        200,
      );
      await syncNow(app);
      expect((await syncNow(app)).result).toMatchObject({ outcome: 'nothing_to_do' });
    };
    const held = () => {
      const { profiles } = app.sandbox.inspect();
      const ofBoth = profiles.filter(({ members }) => members.includes(both));
      return ofBoth.map(({ name, schedule }) => [name, schedule]).sort();
    };
    const shift = [{ days: [1, 2, 3], from: '08:00', to: '18:00' }];
    await syncToEqual(app, system.id);
    const apart = held();
    expect(apart).toEqual([
      ['Main house / Nurses', shift],
      ['Main house / Ward one', []],
    ]);
    await choose('intersection');
    expect(held()).toEqual([
      ['Main house / Nurses', shift],
      ['Main house / Ward one (Mon-Wed 08:00-18:00)', shift],
    ]);
    await choose('union');
    expect(held()).toEqual([
      ['Main house / Nurses (always)', []],
      ['Main house / Ward one', []],
    ]);
    await choose('refuse');
    expect(held()).toEqual(apart);
    await syncToEqual(app, system.id);
  });

  test('is seen at the person at once, without a further read', async ({ app }) => {
    const { system, source, persons } = await aHospital(app);
    const [both = ''] = persons;
    const recorded = async () => {
      const params = { connection_id: source, user_id: both };
      const { body } = await app.as('superadmin').call(access.evaluate, { params, query: {} });
      return body.recorded.map(({ state, profiles }) => [state, profiles]);
    };
    await syncToEqual(app, system.id);
    expect(await recorded()).toEqual([['active', ['Main house / Nurses', 'Main house / Ward one']]]);
    await app.db.updateTable('person').set({ job_title: 'Porter' }).where('id', '=', both).execute();
    await syncToEqual(app, system.id);
    expect(await recorded()).toEqual([['active', ['Main house / Ward one']]]);
    await app.db.updateTable('person').set({ active: false }).where('id', '=', both).execute();
    await syncToEqual(app, system.id);
    expect(await recorded()).toEqual([['inactive', []]]);
  });

  test('leaves alone what others keep there, even under references like ours', async ({ app }) => {
    const { system, ward } = await aHospital(app);
    await syncToEqual(app, system.id);
    const [person, foreign, odd] = [randomUUID(), randomUUID(), 'cleaning-2026'];
    const content = { first_name: 'Not', surname: 'Ours', email: null, employee_id: null };
    const doors = { name: 'Theirs', description: '', cylinders: ['C-0020'], cylinder_groups: [], schedule: [] };
    await asAnotherClient(app, async (session) => {
      for (const reference of [person, odd]) await session.putPerson({ reference, ...content });
      for (const reference of [foreign, odd]) {
        await session.putProfile({ reference, ...doors });
        await session.changeProfileMembers(reference, { add: [person, odd], remove: [] });
      }
      await session.changeProfileMembers(ward.id, { add: [person, odd], remove: [] });
    });
    const before = app.sandbox.inspect();
    for (let round = 0; round < 2; round++) {
      expect((await syncToEqual(app, system.id)).result?.outcome).toBe('nothing_to_do');
    }
    expect(app.sandbox.inspect()).toEqual(before);
  });

  test('withdraws what a rule gave when it is switched off, and gives it again', async ({ app }) => {
    const { system, source, ward } = await aHospital(app);
    await syncToEqual(app, system.id);
    const params = { connection_id: source, rule_id: ward.id };
    await app.as('superadmin').call(enhancedKeyPlans.toggleRule, { params, query: {} });
    const off = await syncToEqual(app, system.id);
    expect(off.result?.counts).toEqual({ member_remove: 4, person_deactivate: 2, profile_put: 1 });
    expect(find(app, ward.id).profile).toMatchObject({ members: [], cylinders: [], cylinder_groups: [] });

    await app.as('superadmin').call(enhancedKeyPlans.toggleRule, { params, query: {} });
    const on = await syncToEqual(app, system.id);
    expect(on.result?.counts).toEqual({ profile_put: 1, person_update: 2, member_add: 4 });
  });

  test('withdraws what a deleted rule gave', async ({ app }) => {
    const { system, source, nurses } = await aHospital(app);
    await syncToEqual(app, system.id);
    await app
      .as('superadmin')
      .call(enhancedKeyPlans.removeRule, { params: { connection_id: source, rule_id: nurses.id } });
    await syncToEqual(app, system.id);
    expect(find(app, nurses.id).profile).toMatchObject({ members: [], cylinder_groups: [] });
    expect((await syncToEqual(app, system.id)).result?.outcome).toBe('nothing_to_do');
  });

  test('withdraws what a plan gave that was deactivated and deleted before any sync', async ({ app }) => {
    const { system, plan, ward, nurses } = await aHospital(app);
    await syncToEqual(app, system.id);
    await app.db.deleteFrom('key_plan').where('id', '=', plan).execute();
    const task = await syncNow(app);
    expect(task.result).toMatchObject({ outcome: 'quarantined' }); // all people lose everything: a person decides
    const { guards } = await app.db
      .selectFrom('change_set')
      .selectAll()
      .where('state', '=', 'quarantined')
      .executeTakeFirstOrThrow();
    expect(guards.map(({ reason }) => reason)).toContain('empty_source');
    expect(find(app, ward.id).profile?.members).toHaveLength(4);
    expect(find(app, nurses.id).profile?.members).toHaveLength(6);
  });

  test('deactivates who has left, and activates who is back', async ({ app }) => {
    const { system, persons } = await aHospital(app);
    await syncToEqual(app, system.id);
    const [leaver = ''] = persons; // of both rules
    await app.db.updateTable('person').set({ active: false }).where('id', '=', leaver).execute();
    const left = await syncToEqual(app, system.id);
    expect(left.result?.counts).toEqual({ member_remove: 2, person_deactivate: 1 });
    expect(find(app, leaver).person?.active).toBe(false);

    await app.db
      .updateTable('person')
      .set({ active: true, display_name: 'Back Again' })
      .where('id', '=', leaver)
      .execute();
    const back = await syncToEqual(app, system.id);
    expect(back.result?.counts).toEqual({ person_update: 1, member_add: 2 });
    expect(find(app, leaver).person).toMatchObject({ active: true, first_name: 'Back', surname: 'Again' });
  });

  test('repairs changes made by hand in the key system', async ({ app }) => {
    const { system, ward, persons } = await aHospital(app);
    await syncToEqual(app, system.id);
    const [first = '', second = ''] = persons;
    const before = app.sandbox.inspect();
    await asAnotherClient(app, async (session) => {
      const renamed = { reference: first, first_name: 'Someone', surname: 'Else', email: null, employee_id: null };
      await session.putPerson(renamed);
      const wide = {
        name: 'Wide open',
        description: '',
        cylinders: [],
        cylinder_groups: ['G-01', 'G-41'],
        schedule: [],
      };
      await session.putProfile({ reference: ward.id, ...wide });
      await session.changeProfileMembers(ward.id, { add: [second], remove: [first] });
    });
    await syncToEqual(app, system.id);
    const { persons: held, profiles } = app.sandbox.inspect();
    expect(held).toEqual(before.persons);
    expect(profiles).toEqual(before.profiles);
  });

  test('follows a door that has gone from the key system', async ({ app }) => {
    const { system, ward } = await aHospital(app);
    await syncToEqual(app, system.id);
    await app.db
      .updateTable('key_system_cylinder')
      .set({ deleted_at: new Date() })
      .where('external_id', '=', 'C-0005')
      .execute();
    await syncToEqual(app, system.id);
    expect(find(app, ward.id).profile).toMatchObject({ cylinders: [], cylinder_groups: ['G-01'] });
  });
});

describe('on the way', () => {
  test('applies removals before grants, and never gives access that neither the old nor the new state gives', async ({
    app,
  }) => {
    const { system, plan, source, persons } = await aHospital(app);
    const movers = persons.slice(0, 6);
    const { id: profileId } = await aProfile(app, plan, { groups: [system.group('G-04').id] });
    await aRule(app, { plan, source, departments: ['Ward Three'], objects: [profile(profileId)] });
    await syncToEqual(app, system.id);
    const before = openDoors(app.sandbox.inspect());

    // Some move, and the doors of where they come from and where they go change at the same time.
    await app.db
      .updateTable('person')
      .set({ department: 'Ward Three', job_title: 'Clerk' })
      .where('id', 'in', movers)
      .execute();
    const cylinder_group_ids = [system.group('G-05').id];
    const params = { profile_id: profileId };
    await app.as('superadmin').call(keyPlans.addProfileGroups, { params, body: { cylinder_group_ids } });
    await app.db
      .updateTable('key_system_cylinder')
      .set({ deleted_at: new Date() })
      .where('external_id', '=', 'C-0005')
      .execute();

    const seen: Set<string>[] = [];
    disturb(app, () => {
      seen.push(openDoors(app.sandbox.inspect()));
      return undefined;
    });
    const task = await syncToEqual(app, system.id);
    expect(Object.keys(task.result?.counts ?? {})).toEqual(
      expect.arrayContaining(['member_remove', 'profile_put', 'member_add']),
    );
    const after = openDoors(app.sandbox.inspect());
    seen.push(after);
    const wrong = seen.flatMap((doors) => [...doors].filter((door) => !before.has(door) && !after.has(door)));
    expect(wrong).toEqual([]);
    const isGranted = (doors: Set<string>) => [...doors].some((door) => !before.has(door));
    const withdrawn = [...before].filter((door) => !after.has(door));
    const firstGrant = seen.findIndex(isGranted);
    expect([firstGrant > 0, withdrawn.length > 0]).toEqual([true, true]);
    expect(withdrawn.filter((door) => seen[firstGrant]?.has(door))).toEqual([]);
  });
});
