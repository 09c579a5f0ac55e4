import { accessRules, keyPlans, planFigures, planVersions } from '@key2xs/contract';
import { sql } from 'kysely';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aPlace, place } from '#test/factories/doors';
import { aHouse, aKeyPlan, aRule, cylinder, group } from '#test/factories/key-plans';
import { anHourLater } from '#test/past';
import { keepAllFigures } from './keep-figures';

/** Three of a ward, two of a gate and one without department; the ward may open group G-01, on weekdays. */
async function aPlan(app: TestApp) {
  const people = [...Array(3).fill('Ward'), ...Array(2).fill('Gate'), null].map((department, i) => ({
    display_name: `Person ${i}`,
    department,
  }));
  const house = await aHouse(app, people);
  const { plan, source, system } = house;
  const time_restrictions = [{ days: [1, 2], from: '22:00', to: '02:30', valid_from: null, valid_until: null }];
  const objects = [group(system.group('G-01').id)];
  const rule = await aRule(app, { plan, source, name: 'Ward', departments: ['Ward'], objects, time_restrictions });
  const { call } = app.as('superadmin');
  const inPlan = { params: { keyplan_id: plan } };
  const read = async () => (await call(planFigures.statistics, inPlan)).body;
  const cover = async () => {
    const { items } = (await call(planFigures.coverage, {})).body;
    return items.find(({ keyplan_id }) => keyplan_id === plan);
  };
  const doors = await app.db
    .selectFrom('cylinder')
    .select(['id', 'group_id'])
    .where('connection_id', '=', system.id)
    .execute();
  const inGroup = doors.filter(({ group_id }) => group_id === system.group('G-01').id).length;
  return { ...house, rule, call, inPlan, read, cover, inGroup, doors: doors.length };
}

describe('GET /key-plan/keyplans/:id/statistics', () => {
  test('counts people, doors and pairs by department and by rule', async ({ app }) => {
    const { read, rule, inGroup, doors } = await aPlan(app);
    const body = await read();
    expect(body).toMatchObject({
      side: 'in_force',
      people: 3,
      of_people: 6,
      doors: inGroup,
      of_doors: doors,
      rights: 3 * inGroup,
      rules: [{ id: rule.id, name: 'Ward', people: 3, doors: inGroup, is_broad: false }],
      active_rules: 1,
    });
    expect(body.departments).toEqual(
      [
        { kind: 'department', name: 'Ward', people: 3, of_people: 3, doors: inGroup, rights: 3 * inGroup },
        { kind: 'department', name: 'Gate', people: 0, of_people: 2, doors: 0, rights: 0 },
        { kind: 'none', name: '', people: 0, of_people: 1, doors: 0, rights: 0 },
      ].sort((a, b) => b.rights - a.rights || (a.name < b.name ? -1 : 1)),
    );
  });

  test('tells places apart, and who reaches them', async ({ app }) => {
    const { read, inGroup, system } = await aPlan(app);
    const [north, south] = await placeGroup(app, system.group('G-01').id, inGroup);
    const { places, crossings, departments } = await read();
    expect(places).toMatchObject([
      {
        kind: 'place',
        location_id: south,
        name: 'Site / South',
        people: 3,
        doors: inGroup - 1,
        rights: 3 * (inGroup - 1),
      },
      { kind: 'place', location_id: north, name: 'Site / North', people: 3, doors: 1, of_doors: 1, rights: 3 },
    ]);
    const ward = departments.findIndex(({ name }) => name === 'Ward');
    expect(crossings).toEqual([
      { department: ward, place: 0, people: 3, rights: 3 * (inGroup - 1) },
      { department: ward, place: 1, people: 3, rights: 3 },
    ]);
  });

  test('counts who may open some door at each hour, over midnight, with a begun hour', async ({ app }) => {
    const { read } = await aPlan(app);
    const { by_hour } = await read();
    const open = by_hour.flatMap((people, hour) => (people > 0 ? [hour] : []));
    expect(open).toEqual([22, 23, 24, 25, 26, 46, 47, 48, 49, 50]);
    expect(new Set(by_hour)).toEqual(new Set([0, 3]));
  });

  test('leaves out what a window’s dates have ended, and rules that are switched off', async ({ app }) => {
    const { read, call, plan, rule } = await aPlan(app);
    const params = { keyplan_id: plan, rule_id: rule.id };
    const ended = { days: [1], from: '08:00', to: '12:00', valid_from: null, valid_until: '2020-01-01T00:00:00Z' };
    await call(accessRules.replaceTimeRestrictions, { params, body: { time_restrictions: [ended] } });
    expect(Math.max(...(await read()).by_hour)).toBe(0);
    await call(accessRules.update, { params, body: { is_active: false } });
    expect(await read()).toMatchObject({ people: 0, doors: 0, rights: 0, rules: [], active_rules: 0 });
  });

  test('marks a rule that opens very much to very many', async ({ app }) => {
    const { source, plan, system } = await aHouse(
      app,
      Array.from({ length: 12 }, () => ({ department: 'Ward' })),
    );
    const groups = await app.db.selectFrom('cylinder_group').select('id').execute();
    const objects = groups.map(({ id }) => group(id));
    await aRule(app, { plan, source, name: 'All', departments: ['Ward'], objects });
    await aRule(app, {
      plan,
      source,
      name: 'One',
      departments: ['Ward'],
      objects: [cylinder(system.cylinder('C-0030').id)],
    });
    const { rules } = (await app.as('superadmin').call(planFigures.statistics, { params: { keyplan_id: plan } })).body;
    expect(rules.map(({ name, is_broad }) => [name, is_broad])).toEqual([
      ['All', true],
      ['One', false],
    ]);
  });

  test('tells what is in force while edits wait, and the draft of a plan that grants nothing', async ({ app }) => {
    const { read, cover, call, plan, rule, inGroup } = await aPlan(app);
    await call(keyPlans.update, { params: { id: plan }, body: { takes_effect: 'on_activation' } });
    await call(accessRules.remove, { params: { keyplan_id: plan, rule_id: rule.id } });
    expect(await read()).toMatchObject({ side: 'in_force', people: 3 });
    expect(await cover()).toMatchObject({ people: 3, doors: inGroup });
    await call(keyPlans.update, { params: { id: plan }, body: { is_active: false } });
    expect(await read()).toMatchObject({ side: 'draft', people: 0 });
    expect(await cover()).toMatchObject({ people: 0, doors: 0 });
  });

  test('is not found for an unknown plan', async ({ app }) => {
    const params = { keyplan_id: '0190c0de-0000-7000-8000-000000000000' };
    const { status } = await app.as('superadmin').call(planFigures.statistics, { params });
    expect(status).toBe(404);
  });
});

/** Puts one door of a group into the north of a site and the others into its south. @returns the ids of both */
async function placeGroup(app: TestApp, groupId: string, size: number) {
  expect(size).toBeGreaterThan(1);
  const site = await aPlace(app, { name: 'Site', type: 'site', parent_id: null });
  const { id: north } = await aPlace(app, { name: 'North', type: 'building', parent_id: site.id });
  const { id: south } = await aPlace(app, { name: 'South', type: 'building', parent_id: site.id });
  const doors = await app.db.selectFrom('cylinder').select('id').where('group_id', '=', groupId).execute();
  const [first, ...others] = doors.map(({ id }) => id);
  await place(app, [first ?? ''], north);
  await place(app, others, south);
  return [north, south];
}

describe('GET /key-plan/coverage', () => {
  test('says how many people and doors each plan reaches, of how many, and who changed it last', async ({ app }) => {
    const { call, cover, plan, inGroup, doors, source } = await aPlan(app);
    const me = (await app.db.selectFrom('access_rule').select('updated_by').executeTakeFirstOrThrow()).updated_by;
    expect(await cover()).toEqual({
      keyplan_id: plan,
      people: 3,
      of_people: 6,
      doors: inGroup,
      of_doors: doors,
      changed_by: me,
    });
    await call(keyPlans.unlinkIamConnection, { params: { keyplan_id: plan, connection_id: source } });
    expect(await cover()).toMatchObject({ people: 0, of_people: 0, doors: 0, changed_by: null });
  });
});

describe('GET /key-plan/coverage of plans that are switched off', () => {
  test('says of each what its own draft reaches', async ({ app }) => {
    const { call, source, system, inGroup } = await aPlan(app);
    const reaches = async (department: string, objects: Parameters<typeof aRule>[1]['objects']) => {
      const { id: plan } = await aKeyPlan(app, { sources: [source], keySystems: [system.id], is_active: false });
      await aRule(app, { plan, source, departments: [department], objects });
      return plan;
    };
    const wards = await reaches('Ward', [group(system.group('G-01').id)]);
    const gates = await reaches('Gate', [cylinder(system.cylinder('C-0030').id)]);
    const { items } = (await call(planFigures.coverage, {})).body;
    const of = (plan: string) => items.find(({ keyplan_id }) => keyplan_id === plan);
    expect(of(wards)).toMatchObject({ people: 3, doors: inGroup });
    expect(of(gates)).toMatchObject({ people: 2, doors: 1 });
  });
});

describe('GET /key-plan/keyplans/:id/growth', () => {
  test('tells what each version reached, and who gained and lost', async ({ app }) => {
    const { call, inPlan, inGroup, plan, rule, source, system } = await aPlan(app);
    const params = { keyplan_id: plan, rule_id: rule.id };
    await aRule(app, { plan, source, departments: ['Gate'], objects: [cylinder(system.cylinder('C-0030').id)] });
    await call(keyPlans.update, { params: { id: plan }, body: { time_zone: 'Europe/Berlin' } });
    await call(accessRules.remove, { params });
    const { items } = (await call(planFigures.growth, inPlan)).body;
    const versions = await call(planVersions.list, { ...inPlan, query: {} });
    expect(items.map(({ number }) => number)).toEqual(versions.body.items.map(({ number }) => number).reverse());
    expect(items.slice(-4)).toMatchObject([
      { people: 3, doors: inGroup, rights: 3 * inGroup, people_gaining: 3, people_losing: 0 },
      { people: 5, doors: inGroup + 1, rights: 3 * inGroup + 2, people_gaining: 2, people_losing: 0 },
      { people: 5, rights: 3 * inGroup + 2, people_gaining: 0, people_losing: 0 },
      { people: 2, doors: 1, rights: 2, people_gaining: 0, people_losing: 3 },
    ]);
  });

  test('keeps of each version the people of when it came into force', async ({ app }) => {
    const { call, inPlan, inGroup, persons } = await aPlan(app);
    anHourLater(app);
    await app.db
      .updateTable('person')
      .set({ active: false })
      .where('id', '=', persons[0] ?? '')
      .execute();
    const figures = async () => (await call(planVersions.list, { ...inPlan, query: {} })).body.items[0]?.figures;
    const then = { people: 3, doors: inGroup, rights: 3 * inGroup, people_gaining: 3, people_losing: 0 };
    expect(await figures()).toEqual(then);
    expect((await call(planFigures.growth, inPlan)).body.items.at(-1)).toMatchObject(then);
    await sql`delete from access_past`.execute(app.db);
    expect(await figures()).toEqual(then);
  });

  test('counts who loses access by switching the plan off, and who gains it by switching it on', async ({ app }) => {
    const { call, inPlan, plan } = await aPlan(app);
    for (const is_active of [false, true]) await call(keyPlans.update, { params: { id: plan }, body: { is_active } });
    const { items } = (await call(planFigures.growth, inPlan)).body;
    expect(items.slice(-2)).toMatchObject([
      { people: 3, people_gaining: 0, people_losing: 3 },
      { people: 3, people_gaining: 3, people_losing: 0 },
    ]);
  });

  test('keeps them of all plans every hour, before their past is forgotten', async ({ app }) => {
    const { call, inPlan, inGroup } = await aPlan(app);
    anHourLater(app);
    await keepAllFigures(app.deps);
    await sql`delete from access_past`.execute(app.db);
    await app.db.updateTable('memory').set({ kept_since: sql<Date>`now()` }).execute();
    const { items } = (await call(planVersions.list, { ...inPlan, query: {} })).body;
    expect(items[0]?.figures).toEqual({
      people: 3,
      doors: inGroup,
      rights: 3 * inGroup,
      people_gaining: 3,
      people_losing: 0,
    });
  });

  test('says nothing of versions of which the past is no longer kept', async ({ app }) => {
    const { call, inPlan } = await aPlan(app);
    anHourLater(app);
    await app.db.updateTable('memory').set({ kept_since: sql<Date>`now()` }).execute();
    const { items } = (await call(planVersions.list, { ...inPlan, query: {} })).body;
    expect(items.map(({ figures }) => figures)).toEqual(items.map(() => null));
    expect((await call(planFigures.growth, inPlan)).body.items).toEqual([]);
  });

  test('begins with the 24th version from the end, measured against the one before', async ({ app }) => {
    const { call, inPlan, plan, rule } = await aPlan(app);
    const params = { keyplan_id: plan, rule_id: rule.id };
    for (let i = 0; i < 25; i++) await call(accessRules.update, { params, body: { is_active: i % 2 === 1 } });
    const { items } = (await call(planFigures.growth, inPlan)).body;
    expect(items).toHaveLength(24);
    const [first, second] = items;
    expect([first?.people_gaining, first?.people_losing, second?.people_gaining, second?.people_losing].sort()).toEqual(
      [0, 0, 3, 3],
    );
  });
});
