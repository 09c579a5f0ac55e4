import { randomUUID } from 'node:crypto';
import { access, accessRules, changeSets, keyPlans, locations, type RuleObject, roleMappings } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aPlace, place } from '#test/factories/doors';
import { aHouse, aRule, cylinder, location, syncNow } from '#test/factories/key-plans';

/** A nurse whose rule names Hall, with one door in the hall and one on its floor; a third door stands nowhere. */
async function aHall(app: TestApp) {
  const house = await aHouse(app, [{ display_name: 'Ada', department: 'Ward', job_title: 'Nurse' }]);
  const { plan, source, system } = house;
  const campus = await aPlace(app, { name: 'Campus', type: 'site' });
  const hall = await aPlace(app, { name: 'Hall', type: 'building', parent_id: campus.id });
  const floor = await aPlace(app, { name: 'Ground floor', type: 'floor', parent_id: hall.id });
  const [inHall, onFloor, nowhere] = ['C-0001', 'C-0002', 'C-0003'].map((id) => system.cylinder(id).id) as [
    string,
    string,
    string,
  ]; // three of three
  await place(app, [inHall], hall.id);
  await place(app, [onFloor], floor.id);
  const objects = [location(hall.id), location(floor.id), cylinder(onFloor)];
  const rule = await aRule(app, { plan, source, name: 'Hall', departments: ['Ward'], objects });
  return { ...house, campus, hall, floor, inHall, onFloor, nowhere, rule };
}

type Hall = Awaited<ReturnType<typeof aHall>>;
const readRule = async (app: TestApp, { plan, rule }: Hall) => {
  const params = { keyplan_id: plan, rule_id: rule.id };
  return (await app.as('superadmin').call(accessRules.get, { params })).body;
};
const planVersion = async (app: TestApp, { plan }: Hall) =>
  (await app.as('superadmin').call(keyPlans.get, { params: { id: plan } })).body.version;
const held = ({ sandbox }: TestApp, { rule }: Hall) =>
  sandbox.inspect().profiles.find(({ reference }) => reference === rule.id)?.cylinders;

describe('a rule that names a place', () => {
  test('shows its path, and counts every door in it and below once', async ({ app }) => {
    const { rule, onFloor } = await aHall(app);
    expect(rule.objects.map(({ object_type, name }) => [object_type, name])).toEqual([
      ['location', 'Campus / Hall'],
      ['location', 'Campus / Hall / Ground floor'],
      ['cylinder', expect.any(String)],
    ]);
    const { body } = await app.as('superadmin').call(roleMappings.list, { query: { rule_id: rule.id } });
    expect(body.items).toMatchObject([{ cylinders: 2 }]);
    await place(app, [onFloor], null);
    const without = await app.as('superadmin').call(roleMappings.list, { query: { rule_id: rule.id } });
    expect(without.body.items).toMatchObject([{ cylinders: 2 }]); // the rule names it itself
  });

  test('is measured with the clocks by which its hours count: of the nearest place that has one, else of the plan', async ({
    app,
  }) => {
    const { plan, campus, hall, floor, nowhere } = await aHall(app);
    const { call } = app.as('superadmin');
    await call(keyPlans.update, { params: { id: plan }, body: { time_zone: 'Europe/Berlin' } });
    const clocks = async (...objects: RuleObject[]) => {
      const body = { subjects: [], objects };
      return (await call(accessRules.measure, { params: { keyplan_id: plan }, body })).body.clocks;
    };
    const all = [location(campus.id), cylinder(nowhere)];
    expect(await clocks(...all)).toEqual([{ time_zone: 'Europe/Berlin', doors: 3 }]);
    await call(locations.update, { params: { id: hall.id }, body: { time_zone: 'Asia/Tokyo' } });
    expect(await clocks(...all)).toEqual([
      { time_zone: 'Asia/Tokyo', doors: 2 },
      { time_zone: 'Europe/Berlin', doors: 1 },
    ]);
    await call(locations.update, { params: { id: floor.id }, body: { time_zone: 'Asia/Seoul' } });
    expect(await clocks(location(floor.id))).toEqual([{ time_zone: 'Asia/Seoul', doors: 1 }]);
  });

  test('explains the way from the place to the door', async ({ app }) => {
    const { persons, inHall, hall } = await aHall(app);
    const query = { person_id: persons[0] ?? '', cylinder_id: inHall };
    const { body } = await app.as('superadmin').call(access.check, { query });
    expect(body.reasons.map(({ path }) => path)).toEqual([
      [
        { object_type: 'location', id: hall.id, name: 'Campus / Hall' },
        { object_type: 'cylinder', id: inHall, name: expect.any(String) },
      ],
    ]);
  });

  test('is refused for a place that is not there', async ({ app }) => {
    const { plan, rule } = await aHall(app);
    const params = { keyplan_id: plan, rule_id: rule.id };
    const body = { objects: [location(randomUUID())] };
    const { status, problem } = await app.as('superadmin').call(accessRules.addObjects, { params, body });
    expect([status, problem.errors?.map(({ path }) => path)]).toEqual([422, ['objects']]);
  });

  test('gives the key system the doors there, and those that come with the next sync', async ({ app }) => {
    const scene = await aHall(app);
    await syncNow(app);
    expect(held(app, scene)?.toSorted()).toEqual(['C-0001', 'C-0002']);
    expect((await syncNow(app)).result?.outcome).toBe('nothing_to_do');
    await place(app, [scene.nowhere], scene.floor.id);
    await place(app, [scene.inHall], scene.campus.id);
    expect((await syncNow(app)).result).toMatchObject({ outcome: 'applied', counts: { profile_put: 1 } });
    expect(held(app, scene)?.toSorted()).toEqual(['C-0002', 'C-0003']);
  });

  test('makes a preview stale when a door comes into the place, not when one comes elsewhere', async ({ app }) => {
    const scene = await aHall(app);
    const elsewhere = await aPlace(app, { name: 'Yard', type: 'site' });
    const { change_set_id } = await syncNow(app, { dry_run: true });
    const params = { id: change_set_id ?? '' };
    const apply = () => app.as('superadmin').call(changeSets.apply, { params });
    await place(app, [scene.nowhere], scene.floor.id);
    expect((await apply()).problem.code).toBe('change_set_stale');
    const again = await syncNow(app, { dry_run: true });
    await place(app, [scene.system.cylinder('C-0009').id], elsewhere.id);
    const accepted = await app.as('superadmin').call(changeSets.apply, { params: { id: again.change_set_id ?? '' } });
    expect(accepted.text).not.toContain('change_set_stale');
    await app.ended(accepted.body.task_id);
    expect(held(app, scene)?.toSorted()).toEqual(['C-0001', 'C-0002', 'C-0003']);
  });
});

describe('a place that a rule names', () => {
  test('is not deleted while it is empty and nothing takes its part', async ({ app }) => {
    const scene = await aHall(app);
    const { floor, inHall, onFloor } = scene;
    await place(app, [inHall, onFloor], null);
    const { call } = app.as('superadmin');
    const { status, problem } = await call(locations.remove, { params: { id: floor.id }, query: {} });
    expect(status).toBe(409);
    expect(problem).toMatchObject({
      error: 'constraint_violation',
      constraint_name: 'location_in_use',
      related_records: { access_rules: 1 },
    });
    expect((await readRule(app, scene)).version).toBe(scene.rule.version);
    expect((await call(locations.get, { params: { id: floor.id } })).body.access_rules).toBe(1);
  });

  test('says so too while it is not empty', async ({ app }) => {
    const { hall } = await aHall(app);
    const { problem } = await app.as('superadmin').call(locations.remove, { params: { id: hall.id }, query: {} });
    expect(problem).toMatchObject({
      constraint_name: 'location_not_empty',
      related_records: { places: 1, cylinders: 2, access_rules: 1 },
    });
  });

  test('hands its rules to the place that takes its part', async ({ app }) => {
    const scene = await aHall(app);
    const { campus, hall, floor, rule } = scene;
    const before = await planVersion(app, scene);
    const query = { target: campus.id };
    const { status } = await app.as('superadmin').call(locations.remove, { params: { id: hall.id }, query });
    expect(status).toBe(200);
    const after = await readRule(app, scene);
    expect(after.version).toBe(rule.version + 1);
    expect(await planVersion(app, scene)).toBe(before + 1);
    expect(after.objects.map(({ object_identifier }) => object_identifier).toSorted()).toEqual(
      [campus.id, floor.id, scene.onFloor].toSorted(),
    );
    const event = await app.db
      .selectFrom('audit_event')
      .select('details')
      .where('action', '=', 'location.deleted')
      .executeTakeFirstOrThrow();
    const [moved] = (event.details as { rules: unknown[] }).rules; // as the service writes it
    expect(moved).toMatchObject({
      id: rule.id,
      before: { objects: expect.arrayContaining([location(hall.id)]) },
      after: { objects: expect.arrayContaining([location(campus.id)]) },
    });
  });

  test('merged with all that is of one name below, is named once by each rule', async ({ app }) => {
    const scene = await aHall(app);
    const { campus, hall, floor, rule } = scene;
    const other = await aPlace(app, { name: 'New hall', type: 'building', parent_id: campus.id });
    const otherFloor = await aPlace(app, { name: 'ground floor', type: 'floor', parent_id: other.id });
    const params = { keyplan_id: scene.plan, rule_id: rule.id };
    const { call } = app.as('superadmin');
    await call(accessRules.addObjects, { params, body: { objects: [location(otherFloor.id)] } });
    expect((await call(locations.merge, { params: { id: hall.id }, body: { into: other.id } })).status).toBe(200);
    const after = await readRule(app, scene);
    const places = after.objects.filter(({ object_type }) => object_type === 'location');
    expect(places.map(({ object_identifier }) => object_identifier).toSorted()).toEqual(
      [other.id, otherFloor.id].toSorted(),
    );
    expect(await app.db.selectFrom('location').select('id').where('id', '=', floor.id).execute()).toEqual([]);
    const reasons = async () => {
      const query = { person_id: scene.persons[0] ?? '', cylinder_id: scene.inHall };
      return (await call(access.check, { query })).body.may_open;
    };
    expect(await reasons()).toBe(true);
  });
});
