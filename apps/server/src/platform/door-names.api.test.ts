import { access, accessRules, cylinders, drift, keyPlans, overview, planVersions } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aHouse, aProfile, aRule, cylinder, group, syncNow } from '#test/factories/key-plans';
import { asAnotherClient } from '#test/factories/key-systems';
import { listWork, offerQueryOnly, ofKind } from '#test/factories/work-list';

/** A ward that may open a cylinder and a group, both called by us otherwise than by their key system. */
async function aWard(app: TestApp) {
  const house = await aHouse(app, [{ display_name: 'Ada', department: 'Ward' }]);
  const { plan, source, system } = house;
  const door = system.cylinder('C-0005');
  const wing = system.group('G-01');
  await app.db.updateTable('door').set({ own_name: 'A blue door' }).where('id', '=', door.id).execute();
  await app.db.updateTable('door_group').set({ own_name: 'A blue wing' }).where('id', '=', wing.id).execute();
  const objects = [cylinder(door.id), group(wing.id)];
  const rule = await aRule(app, { plan, source, name: 'Ward doors', departments: ['Ward'], objects });
  return { ...house, door, wing, rule, words: `A blue door (${door.marking})` };
}

type Ward = Awaited<ReturnType<typeof aWard>>;

describe('a door that we call something is called so', () => {
  const admin = (app: TestApp) => app.as('superadmin').call;

  test('in the search, which finds it by our name and by the one of its key system', async ({ app }) => {
    const { door, wing, words } = await aWard(app);
    const found = async (q: string) =>
      (await admin(app)(overview.search, { query: { q } })).body.items.map(({ id, title }) => [id, title]);
    expect(await found('blue')).toEqual([
      [door.id, words],
      [wing.id, 'A blue wing'],
    ]);
    expect(await found(wing.name)).toContainEqual([wing.id, 'A blue wing']);
    expect(await found(door.marking)).toContainEqual([door.id, words]);
  });

  test('in the list of cylinders and groups, which sort by it', async ({ app }) => {
    const { door, wing } = await aWard(app);
    const listed = async (query: object) => (await admin(app)(cylinders.list, { query })).body.items;
    expect((await listed({ search: 'blue door' })).map(({ id }) => id)).toEqual([door.id]);
    expect((await listed({ sort: 'name' }))[0]?.id).toBe(door.id);
    expect((await listed({ search: 'blue wing' })).map(({ group_name }) => group_name)).toContain('A blue wing');
    expect((await admin(app)(cylinders.groups, { query: { sort: 'name' } })).body.items[0]?.id).toBe(wing.id);
  });

  const inRule = async (app: TestApp, { plan, rule }: Ward) => {
    const params = { keyplan_id: plan, rule_id: rule.id };
    return (await admin(app)(accessRules.get, { params })).body.objects.map(({ name }) => name);
  };
  const inWho = async (app: TestApp, { door, wing }: Ward) => [
    (await admin(app)(access.who, { query: { of: 'cylinder', id: door.id } })).body.name,
    (await admin(app)(access.who, { query: { of: 'group', id: wing.id } })).body.name,
  ];
  const inProfile = async (app: TestApp, { plan, door, wing }: Ward) => {
    const { id } = await aProfile(app, plan, { cylinders: [door.id], groups: [wing.id] });
    const params = { profile_id: id };
    const { body: doors } = await admin(app)(keyPlans.profileCylinders, { params });
    const { body: groups } = await admin(app)(keyPlans.profileGroups, { params });
    return [...doors.items, ...groups.items].map(({ own_name }) => own_name);
  };

  test.for([
    ['what a rule names', inRule, true],
    ['who may open it', inWho, true],
    ['what a profile names', inProfile, false],
  ] as const)('in %s', async ([, ask, isLine], { app }) => {
    const ward = await aWard(app);
    expect((await ask(app, ward)).toSorted()).toEqual([isLine ? ward.words : 'A blue door', 'A blue wing']);
  });

  test('in the changes of a version', async ({ app }) => {
    const { plan } = await aWard(app);
    const params = { keyplan_id: plan };
    const query = { from: 'off', to: 'in_force' } as const;
    const { body } = await admin(app)(planVersions.comparePeople, { params, query });
    expect(body.items.flatMap(({ gained }) => gained.map(({ name }) => name))).toContain('A blue door');
  });

  test('in drift, on the screen and in its file', async ({ app }) => {
    const { rule, words } = await aWard(app);
    expect(await syncNow(app)).toMatchObject({ status: 'SUCCESS' });
    const there = app.sandbox.inspect().profiles.find(({ reference }) => reference === rule.id);
    await asAnotherClient(app, (session) =>
      session.putProfile({
        reference: rule.id,
        name: there?.name ?? '',
        description: there?.description ?? '',
        cylinders: [],
        cylinder_groups: [],
        schedule: [],
      }),
    );
    await syncNow(app, { dry_run: true });
    const { body } = await admin(app)(drift.list, { query: {} });
    const names = body.items.flatMap(({ doors }) => doors.map(({ name }) => name));
    expect(names).toEqual([words, 'A blue wing']);
    expect((await admin(app)(drift.exportCsv, { query: {} })).text).toContain(`${words}; A blue wing`);
  });

  test('in the work list, where doors are named for the operator of the key system', async ({ app }) => {
    const { system, words } = await aWard(app);
    await offerQueryOnly(app, system.id);
    await syncNow(app);
    const [profile] = ofKind(await listWork(app), 'profile_put');
    expect(profile?.what).toContain(`with the cylinder groups A blue wing and the cylinders ${words}, `);
  });
});
