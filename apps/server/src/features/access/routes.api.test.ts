import { randomUUID } from 'node:crypto';
import { type AccessEvaluation, access } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aConnection } from '#test/factories/iam';
import { aKeyPlan, aProfile, aRule, bringIntoForce, cylinder, group, profile } from '#test/factories/key-plans';
import { aReadKeySystem } from '#test/factories/key-systems';
import { aPerson } from '#test/factories/people';

const ask = (app: TestApp, connection_id: string, user_id: string, at?: string) =>
  app.as('superadmin').call(access.evaluate, { params: { connection_id, user_id }, query: { at } });

const markings = ({ grants }: AccessEvaluation) => grants.map(({ marking }) => marking);

/** A nurse of a source, and a plan that links it to a key system. */
async function aNurse(app: TestApp, plan: { time_zone?: string } = {}) {
  const { id: source } = await aConnection(app);
  const system = await aReadKeySystem(app, { name: 'Main house' });
  const { id: planId, name: planName } = await aKeyPlan(app, { ...plan, sources: [source], keySystems: [system.id] });
  const { id: person } = await aPerson(app, { connection_id: source, department: 'Ward', job_title: 'Nurse' });
  return { source, person, system, plan: planId, planName };
}

describe('GET …/evaluate-user-access/:user_id', () => {
  test('explains every way to a door: itself, a group, a profile, a group in a profile', async ({ app }) => {
    const { source, person, system, plan, planName } = await aNurse(app);
    const door = system.cylinder('C-0005'); // in G-02
    const { id: profileId, name: profileName } = await aProfile(app, plan, {
      cylinders: [door.id],
      groups: [system.group('G-02').id],
      name: 'Citizen services',
    });
    const objects = [cylinder(door.id), group(system.group('G-02').id), profile(profileId)];
    const rule = await aRule(app, { plan, source, departments: ['WARD'], objects });

    const { status, body } = await ask(app, source, person);
    expect([status, body.person_id, body.layer]).toEqual([200, person, 'desired']);
    expect(body.grants).toHaveLength(6);
    expect(markings(body)).toEqual([...markings(body)].sort());
    const grant = body.grants.find(({ cylinder_id }) => cylinder_id === door.id);
    expect(grant).toMatchObject({
      marking: door.marking,
      name: door.name,
      location: 'City Hall / Ground floor / Counter 1',
      key_system_connection_id: system.id,
      open_now: true,
    });
    const [atDoor, inGroup, inProfile] = [
      { object_type: 'cylinder', id: door.id, name: door.name },
      { object_type: 'cylinder_group', id: system.group('G-02').id, name: 'City Hall: citizen services' },
      { object_type: 'access_profile', id: profileId, name: profileName },
    ];
    expect(grant?.reasons.map(({ path }) => path)).toEqual([
      [atDoor],
      [inGroup, atDoor],
      [inProfile, atDoor],
      [inProfile, inGroup, atDoor],
    ]);
    expect(grant?.reasons[0]).toMatchObject({
      keyplan_id: plan,
      keyplan_name: planName,
      rule_id: rule.id,
      rule_name: rule.name,
      rule_updated_at: rule.updated_at,
      rule_updated_by: rule.updated_by,
      matched: [{ subject_type: 'department', subject_identifier: 'WARD' }],
      windows: [],
      open_now: true,
    });
  });

  test('adds up rules that reach one door', async ({ app }) => {
    const { source, person, system, plan } = await aNurse(app);
    const objects = [cylinder(system.cylinder('C-0001').id)];
    const windows = [{ days: [1], from: '08:00', to: '18:00', valid_from: null, valid_until: null }];
    await aRule(app, { plan, source, name: 'A', departments: ['Ward'], objects, time_restrictions: windows });
    await aRule(app, { plan, source, name: 'B', job_titles: ['Nurse', 'Doctor'], objects });
    const { body } = await ask(app, source, person, '2037-03-01T12:00:00Z'); // a Sunday
    expect(body.grants).toHaveLength(1);
    expect(body.grants[0]?.open_now).toBe(true);
    expect(body.grants[0]?.reasons.map(({ rule_name, open_now }) => [rule_name, open_now])).toEqual([
      ['A', false],
      ['B', true],
    ]);
  });

  test.for<[string, boolean]>([
    ['2037-03-02T06:59:59Z', false], // Monday, a second before 08:00 in Berlin
    ['2037-03-02T07:00:00Z', true],
    ['2037-03-02T16:59:59Z', true],
    ['2037-03-02T17:00:00Z', false],
    ['2037-03-30T06:00:00Z', true], // the clocks have gone forward
    ['2037-03-30T16:00:00Z', false],
    ['2037-02-23T12:00:00Z', false], // before it begins to count
    ['2037-06-01T12:00:00Z', false], // the moment it ceases to
    ['2037-03-07T12:00:00Z', false], // Saturday
    ['2037-03-06T21:30:00Z', true], // Friday night
    ['2037-03-07T04:59:00Z', true],
    ['2037-03-07T05:00:00Z', false],
  ])('at %s the door is open: %s', async ([at, open], { app }) => {
    const { source, person, system, plan } = await aNurse(app, { time_zone: 'Europe/Berlin' });
    const days = { days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00' };
    const nights = { days: [5], from: '22:00', to: '06:00', valid_from: null, valid_until: null };
    const spring = { ...days, valid_from: '2037-03-01T00:00:00.000Z', valid_until: '2037-06-01T12:00:00.000Z' };
    const objects = [cylinder(system.cylinder('C-0001').id)];
    await aRule(app, { plan, source, departments: ['Ward'], objects, time_restrictions: [spring, nights] });
    const { body } = await ask(app, source, person, at);
    expect(body.at).toBe(at);
    expect(body.grants).toMatchObject([{ open_now: open, reasons: [{ open_now: open, windows: [spring, nights] }] }]);
  });

  test('defaults to the present moment, and refuses an invalid one', async ({ app }) => {
    const { source, person } = await aNurse(app);
    const before = Date.now();
    const { body } = await ask(app, source, person);
    expect(Date.parse(body.at)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(body.at)).toBeLessThanOrEqual(Date.now());
    expect((await ask(app, source, person, 'yesterday')).status).toBe(422);
  });

  test.for<[string, (app: TestApp) => Promise<unknown>]>([
    ['person', ({ db }) => db.updateTable('person').set({ active: false }).execute()],
    ['rule', ({ db }) => db.updateTable('access_rule').set({ is_active: false }).execute()],
    ['plan', ({ db }) => db.updateTable('key_plan').set({ is_active: false }).execute()],
    ['link between plan and source', ({ db }) => db.deleteFrom('key_plan_iam_connection').execute()],
    ['door', ({ db }) => db.updateTable('key_system_cylinder').set({ deleted_at: new Date() }).execute()],
  ])('grants nothing without an active %s', async ([, end], { app }) => {
    const { source, person, system, plan } = await aNurse(app);
    const objects = [group(system.group('G-01').id), cylinder(system.cylinder('C-0009').id)];
    await aRule(app, { plan, source, departments: ['Ward'], objects });
    expect((await ask(app, source, person)).body.grants).toHaveLength(5);
    await end(app);
    await app.db.transaction().execute(bringIntoForce);
    expect((await ask(app, source, person)).body.grants).toEqual([]);
  });

  test('finds a person under their own source only', async ({ app }) => {
    const { source, person } = await aNurse(app);
    const { id: other } = await aConnection(app);
    for (const [connection, id] of [
      [other, person],
      [source, randomUUID()],
      [randomUUID(), person],
    ] as const) {
      const { status, problem } = await ask(app, connection, id);
      expect([status, problem.detail]).toEqual([404, 'This person of this identity source does not exist.']);
    }
  });
});

describe('what is recorded', () => {
  test('is absent for a person the key system does not have', async ({ app }) => {
    const { source, person, system } = await aNurse(app);
    const key_system = { key_system_connection_id: system.id, key_system_name: 'Main house' };
    expect((await ask(app, source, person)).body.recorded).toEqual([
      { ...key_system, state: 'absent', profiles: [], read_at: null },
    ]);
  });

  test('is what the last read found, inactive persons and profile names included', async ({ app }) => {
    const { source, person, system } = await aNurse(app);
    const mine = { connection_id: system.id, own_reference: person };
    const blank = { identity: 'P-1', first_name: 'Ada', surname: 'Example', email: null, employee_id: null };
    await app.db
      .insertInto('recorded_person')
      .values({ ...blank, ...mine, active: true })
      .execute();
    for (const name of ['Plan / Ward', 'Plan / All']) {
      const profile_reference = randomUUID();
      await app.db
        .insertInto('recorded_profile')
        .values({ connection_id: system.id, own_reference: profile_reference, name, description: '' })
        .execute();
      const member = { connection_id: system.id, profile_reference, person_reference: person };
      await app.db.insertInto('recorded_profile_member').values(member).execute();
    }
    const readAt = new Date('2026-03-01T12:00:00Z');
    await app.db.updateTable('key_system_connection').set({ persons_read_at: readAt }).execute();
    expect((await ask(app, source, person)).body.recorded).toMatchObject([
      { state: 'active', profiles: ['Plan / All', 'Plan / Ward'], read_at: '2026-03-01T12:00:00.000Z' },
    ]);
    await app.db.updateTable('recorded_person').set({ active: false }).execute();
    expect((await ask(app, source, person)).body.recorded[0]?.state).toBe('inactive');
  });

  test('is empty when no plan of the source is synced to a key system', async ({ app }) => {
    const { id: connection_id } = await aConnection(app);
    const { id } = await aPerson(app, { connection_id });
    expect((await ask(app, connection_id, id)).body).toMatchObject({ grants: [], recorded: [] });
  });
});
