import {
  type AccessRule,
  access,
  accessRules,
  enhancedKeyPlans,
  keyPlans,
  locations,
  planVersions,
} from '@key2xs/contract';
import { sql } from 'kysely';
import { describe, inject } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { isBlockingOthers } from '#test/database';
import { aConnection } from '#test/factories/iam';
import { aHouse, aRule, cylinder, group, syncNow } from '#test/factories/key-plans';
import { forgetDeletedPlans } from '../content/forget-versions';

/** A house with a ward of three and a gate of two, a rule in force that gives the ward G-01, and edits that wait. */
async function aDraft(app: TestApp) {
  const people = ['Ward', 'Ward', 'Ward', 'Gate', 'Gate'].map((department, i) => ({
    display_name: `Person ${i}`,
    department,
  }));
  const house = await aHouse(app, people);
  const { plan, source, system } = house;
  const rule = await aRule(app, {
    plan,
    source,
    name: 'Ward doors',
    departments: ['Ward'],
    objects: [group(system.group('G-01').id)],
  });
  const { call } = app.as('superadmin');
  const body = { takes_effect: 'on_activation' } as const;
  expect((await call(keyPlans.update, { params: { id: plan }, body })).status).toBe(200);
  const inPlan = { params: { keyplan_id: plan } };
  const ofRule = { params: { keyplan_id: plan, rule_id: rule.id } };
  const opens = async (person: string | undefined) => {
    const params = { connection_id: source, user_id: person ?? '' };
    const { body } = await call(access.evaluate, { params, query: {} });
    return body.grants.map(({ marking }) => marking);
  };
  return { ...house, rule, call, inPlan, ofRule, opens };
}

const doorsIn = async ({ db }: TestApp, groupId: string) =>
  (await db.selectFrom('cylinder').select('id').where('group_id', '=', groupId).execute()).length;

describe('edits of a plan that waits for an activation', () => {
  test('change no one’s access until it is activated, then all at once', async ({ app }) => {
    const { call, inPlan, ofRule, opens, persons, source, plan, system } = await aDraft(app);
    const before = await opens(persons[0]);
    expect(before.length).toBeGreaterThan(0);
    await call(enhancedKeyPlans.toggleRule, {
      params: { connection_id: source, rule_id: ofRule.params.rule_id },
      query: {},
    });
    await aRule(app, { plan, source, departments: ['Gate'], objects: [cylinder(system.cylinder('C-0030').id)] });
    expect(await opens(persons[0])).toEqual(before);
    expect(await opens(persons[3])).toEqual([]);
    expect((await call(keyPlans.get, { params: { id: plan } })).body).toMatchObject({ pending_changes: 2, rules: 2 });
    const { body } = await call(planVersions.activate, { ...inPlan, body: { reason: 'As decided on Monday' } });
    expect(body).toMatchObject({ pending_changes: 0, is_active: true });
    expect(await opens(persons[0])).toEqual([]);
    expect(await opens(persons[3])).toHaveLength(1);
    const versions = await call(planVersions.list, { ...inPlan, query: {} });
    expect(versions.body.items[0]).toMatchObject({
      number: body.version_in_force,
      cause: 'activation',
      reason: 'As decided on Monday',
      is_in_force: true,
      changes: { rules: { added: 1, changed: 1, removed: 0 } },
    });
  });

  test('are none any more when they are taken back by hand', async ({ app }) => {
    const { call, ofRule, plan, rule } = await aDraft(app);
    const pending = async () => (await call(keyPlans.get, { params: { id: plan } })).body.pending_changes;
    await call(accessRules.update, { ...ofRule, body: { name: 'Other doors' } });
    expect(await pending()).toBe(1);
    await call(accessRules.update, { ...ofRule, body: { name: rule.name } });
    expect(await pending()).toBe(0);
  });

  test('are dropped when they are discarded, with every part of a rule as it was', async ({ app }) => {
    const { call, inPlan, ofRule, plan, rule, system, source } = await aDraft(app);
    const read = async () => (await call(accessRules.list, { ...inPlan, query: {} })).body.items.map(said);
    const before = await read();
    const hours = { days: [1], from: '08:00', to: '12:00', valid_from: null, valid_until: null };
    await call(accessRules.replaceTimeRestrictions, { ...ofRule, body: { time_restrictions: [hours] } });
    await call(accessRules.remove, ofRule);
    await aRule(app, {
      plan,
      source,
      name: rule.name,
      departments: ['Gate'],
      objects: [group(system.group('G-02').id)],
    });
    const { body } = await call(planVersions.discard, { ...inPlan, body: {} });
    expect(body.pending_changes).toBe(0);
    expect(await read()).toEqual(before);
    expect((await call(planVersions.activate, { ...inPlan, body: {} })).status).toBe(409);
  });

  test('are not what a sync sends', async ({ app }) => {
    const { call, inPlan, ofRule } = await aDraft(app);
    await syncNow(app);
    const known = () => app.sandbox.inspect().profiles.find(({ reference }) => reference === ofRule.params.rule_id);
    expect(known()?.members).toHaveLength(3);
    await call(accessRules.remove, ofRule);
    expect((await syncNow(app)).result).toMatchObject({ outcome: 'nothing_to_do' });
    await call(planVersions.activate, { ...inPlan, body: {} });
    // It would take everything from everybody, so it waits for a decision.
    expect((await syncNow(app)).result).toMatchObject({ outcome: 'quarantined', counts: { member_remove: 3 } });
  });

  test('cannot be left behind by letting edits take effect at once', async ({ app }) => {
    const { call, ofRule, plan } = await aDraft(app);
    await call(accessRules.remove, ofRule);
    const turned = await call(keyPlans.update, { params: { id: plan }, body: { takes_effect: 'at_once' } });
    expect(turned.status).toBe(409);
    expect(turned.problem?.detail).toBe('One change of the draft is not in force. Activate or discard it first.');
  });
});

const said = ({ id, name, subjects, objects, time_restrictions }: AccessRule) => ({
  id,
  name,
  subjects: subjects.map(({ id: _, ...subject }) => subject),
  objects: objects.map(({ id: _, ...object }) => object),
  time_restrictions: time_restrictions.map(({ id: _, ...hours }) => hours),
});

describe('an activation', () => {
  test('asks again, in numbers, when many lose doors', async ({ app }) => {
    const people = Array.from({ length: 11 }, () => ({ department: 'Ward' }));
    const { source, plan, system } = await aHouse(app, people);
    const rule = await aRule(app, { plan, source, departments: ['Ward'], objects: [group(system.group('G-01').id)] });
    const { call } = app.as('superadmin');
    await call(keyPlans.update, { params: { id: plan }, body: { takes_effect: 'on_activation' } });
    await call(accessRules.remove, { params: { keyplan_id: plan, rule_id: rule.id } });
    const activate = (body: { accept_losing?: number }) =>
      call(planVersions.activate, { params: { keyplan_id: plan }, body });
    const asked = await activate({});
    expect(asked).toMatchObject({ status: 409, problem: { code: 'confirmation_needed', people_losing: 11 } });
    expect((await activate({ accept_losing: 10 })).status).toBe(409);
    expect((await activate({ accept_losing: 11 })).status).toBe(200);
  });

  test('brings 5,000 rules into force at once', async ({ app }) => {
    const { call, inPlan, plan, persons, opens, system } = await aDraft(app);
    const { id: door, marking } = system.cylinder('C-0030');
    await sql`
      insert into access_rule (id, keyplan_id, type, name, updated_by)
      select gen_random_uuid(), ${plan}, 'department', 'Many ' || n, 'test' from generate_series(1, 5000) as n`.execute(
      app.db,
    );
    const many = sql`from access_rule where name like 'Many %'`;
    await sql`insert into access_rule_subject (id, rule_id, subject_type, subject_identifier)
      select gen_random_uuid(), id, 'department', 'Gate' ${many}`.execute(app.db);
    await sql`insert into access_rule_object (id, rule_id, object_type, object_identifier)
      select gen_random_uuid(), id, 'cylinder', ${door}::uuid ${many}`.execute(app.db);
    expect(await opens(persons[3])).toEqual([]);
    const { body } = await call(planVersions.activate, { ...inPlan, body: {} });
    expect(body).toMatchObject({ pending_changes: 0, rules: 5_001 });
    expect(await opens(persons[3])).toEqual([marking]);
    const [latest] = (await call(planVersions.list, { ...inPlan, query: {} })).body.items;
    expect(latest).toMatchObject({ cause: 'activation', changes: { rules: { added: 5_000, changed: 0, removed: 0 } } });
  });

  test('of a draft that was changed meanwhile changes nothing', async ({ app }) => {
    const { call, inPlan, ofRule, plan } = await aDraft(app);
    const { version } = (await call(keyPlans.get, { params: { id: plan } })).body;
    await call(accessRules.update, { ...ofRule, body: { name: 'Other doors' } });
    const late = await call(
      planVersions.activate,
      { ...inPlan, body: {} },
      { headers: { 'if-match': `"${version}"` } },
    );
    expect(late.status).toBe(412);
    expect((await call(keyPlans.get, { params: { id: plan } })).body.pending_changes).toBe(1);
  });

  // The embedded database does one thing after the other.
  const isServer = inject('databaseTemplate').kind === 'server';
  test.runIf(isServer)('of a draft that changes while it is measured changes nothing', async ({ app }) => {
    const { call, inPlan, plan } = await aDraft(app);
    const numberInForce = async () => (await call(keyPlans.get, { params: { id: plan } })).body.version_in_force;
    const before = await numberInForce();
    const { late } = await app.db.transaction().execute(async (tx) => {
      await tx.updateTable('key_plan').set({ version: 99 }).where('id', '=', plan).execute();
      const late = call(planVersions.activate, { ...inPlan, body: {} });
      await expect.poll(() => isBlockingOthers(tx)).toBe(true);
      return { late };
    });
    expect((await late).status).toBe(412);
    expect(await numberInForce()).toBe(before);
  });
});

const nameOf = async ({ db }: TestApp, groupId: string) =>
  (await db.selectFrom('cylinder_group').select('name').where('id', '=', groupId).executeTakeFirstOrThrow()).name;

describe('a comparison', () => {
  test('lists departments and places of the same size by name', async ({ app }) => {
    const { call, inPlan, ofRule, plan, source, system } = await aDraft(app);
    const { stamp } = (await call(locations.proposal, {})).body;
    await call(locations.confirmProposal, { body: { stamp } });
    await call(accessRules.remove, ofRule);
    await call(keyPlans.update, { params: { id: plan }, body: { is_active: true } });
    const objects = ['G-02', 'G-03', 'G-04'].map((name) => group(system.group(name).id));
    for (const department of ['Ward', 'Gate']) await aRule(app, { plan, source, departments: [department], objects });
    const { effect } = (await call(planVersions.compare, { ...inPlan, query: {} })).body;
    const names = effect.by_location.filter(({ rights_gained }) => rights_gained === 5).map(({ name }) => name);
    expect(names.length).toBeGreaterThan(2);
    expect(names).toEqual([...names].sort(new Intl.Collator('en', { numeric: true }).compare));
  });

  test('says who gains and who loses which doors, and by which rule', async ({ app }) => {
    const { call, inPlan, ofRule, plan, source, system } = await aDraft(app);
    await call(accessRules.update, { ...ofRule, body: { objects: [group(system.group('G-02').id)] } });
    await aRule(app, { plan, source, name: 'Gate', departments: ['Gate'], objects: [group(system.group('G-01').id)] });
    const { body } = await call(planVersions.compare, { ...inPlan, query: {} });
    const [g1, g2] = [await doorsIn(app, system.group('G-01').id), await doorsIn(app, system.group('G-02').id)];
    expect(body.effect).toMatchObject({
      people_gaining: 5,
      people_losing: 3,
      rights_gained: 3 * g2 + 2 * g1,
      rights_lost: 3 * g1,
      by_department: [
        { department: 'Ward', gaining: 3, losing: 3 },
        { department: 'Gate', gaining: 2, losing: 0 },
      ],
      needs_confirmation: false,
      longest_key_list: { before: 1, after: 1 },
    });
    expect(body.changes).toMatchObject([
      { change: 'added', name: 'Gate', before: null, gains: 2, loses: 0 },
      {
        change: 'changed',
        name: 'Ward doors',
        before: { objects: [{ name: await nameOf(app, system.group('G-01').id) }] },
        after: { objects: [{ name: await nameOf(app, system.group('G-02').id) }] },
        gains: 3,
        loses: 3,
      },
    ]);
    const people = await call(planVersions.comparePeople, {
      ...inPlan,
      query: { change: 'loses', sort: 'display_name' },
    });
    expect(people.body.total).toBe(3);
    expect(people.body.items[0]).toMatchObject({ display_name: 'Person 0', doors_gained: g2, doors_lost: g1 });
  });

  test('finds nothing between equal sides, and no version that there is not', async ({ app }) => {
    const { call, inPlan } = await aDraft(app);
    const { body } = await call(planVersions.compare, { ...inPlan, query: {} });
    expect(body).toMatchObject({ changes: [], effect: { people_gaining: 0, people_losing: 0, doors: 0 } });
    expect((await call(planVersions.compare, { ...inPlan, query: { from: '99' } })).status).toBe(404);
    expect((await call(planVersions.compare, { ...inPlan, query: { from: 'yesterday' } })).status).toBe(422);
  });

  test('counts who loses what when the plan is switched off', async ({ app }) => {
    const { call, inPlan, system } = await aDraft(app);
    const doors = await doorsIn(app, system.group('G-01').id);
    const { body } = await call(planVersions.compare, { ...inPlan, query: { to: 'off' } });
    expect(body).toMatchObject({ changes: [], effect: { people_gaining: 0, people_losing: 3, doors } });
  });

  test('measures an edit that is not saved', async ({ app }) => {
    const { call, inPlan, ofRule } = await aDraft(app);
    const edit = { kind: 'change_rule', rule_id: ofRule.params.rule_id, rule: { is_active: false } } as const;
    const { body } = await call(planVersions.preview, { ...inPlan, body: { edit } });
    expect(body.effect).toMatchObject({ people_gaining: 0, people_losing: 3 });
    const after = await call(accessRules.get, ofRule);
    expect(after.body.is_active).toBe(true);
  });
});

describe('a version', () => {
  test('is written back as the draft, under the ids its rules had', async ({ app }) => {
    const { call, inPlan, ofRule, plan, rule } = await aDraft(app);
    const { version_in_force: number } = (await call(keyPlans.get, { params: { id: plan } })).body;
    await call(accessRules.remove, ofRule);
    await call(planVersions.activate, { ...inPlan, body: {} });
    const restored = await call(planVersions.restore, { params: { ...inPlan.params, number }, body: {} });
    expect(restored.body.pending_changes).toBe(1);
    expect((await call(accessRules.get, ofRule)).body).toMatchObject({
      name: rule.name,
      subjects: [{}],
      objects: [{}],
    });
    const { body } = await call(planVersions.compare, { ...inPlan, query: {} });
    expect(body.effect).toMatchObject({ people_gaining: 3, people_losing: 0 });
  });

  test('that differs from what is in force waits, however often its rule has gone and come back', async ({ app }) => {
    const { call, inPlan, ofRule, plan } = await aDraft(app);
    const read = async () => (await call(keyPlans.get, { params: { id: plan } })).body;
    const activate = () => call(planVersions.activate, { ...inPlan, body: {} });
    const removeAndRestore = async (number: number) => {
      await call(accessRules.remove, ofRule);
      return call(planVersions.restore, { params: { ...inPlan.params, number }, body: {} });
    };
    const { version_in_force: first } = await read();
    await call(accessRules.update, { ...ofRule, body: { name: 'Other doors' } });
    await activate();
    const { version_in_force: second } = await read();
    await removeAndRestore(first);
    await activate();
    expect((await removeAndRestore(second)).body.pending_changes).toBe(1);
    await activate();
    const { body } = await call(planVersions.compare, { ...inPlan, query: { from: String(second) } });
    expect(body.changes).toEqual([]);
  });

  test('is made by each edit of a plan whose edits take effect at once', async ({ app }) => {
    const { id: source } = await aConnection(app);
    const { plan, system } = await aHouse(app, []);
    await app
      .as('superadmin')
      .call(keyPlans.linkIamConnections, { params: { keyplan_id: plan }, body: { connection_ids: [source] } });
    await aRule(app, { plan, source, departments: ['Ward'], objects: [cylinder(system.cylinder('C-0001').id)] });
    const { body } = await app.as('superadmin').call(planVersions.list, { params: { keyplan_id: plan }, query: {} });
    expect(body.items.map(({ cause, changes }) => [cause, changes])).toEqual([
      ['edit', { rules: { added: 1, changed: 0, removed: 0 } }],
      ['settings', { settings: { added: 0, changed: 1, removed: 0 } }],
      ['edit', { settings: { added: 1, changed: 0, removed: 0 } }],
    ]);
  });

  test('of a deleted plan is forgotten once the past is no longer kept that long', async ({ app }) => {
    const { call, plan, rule } = await aDraft(app);
    await call(keyPlans.update, { params: { id: plan }, body: { is_active: false } });
    expect((await call(keyPlans.remove, { params: { id: plan } })).status).toBe(200);
    const kept = () => app.db.selectFrom('key_plan_part').select('record_id').where('keyplan_id', '=', plan).execute();
    await forgetDeletedPlans(app.db);
    expect((await kept()).map(({ record_id }) => record_id)).toContain(rule.id);
    const { kept_since } = await app.db.selectFrom('memory').select('kept_since').executeTakeFirstOrThrow();
    await app.db
      .updateTable('memory')
      .set({ kept_since: new Date(Date.now() + 60_000) })
      .execute();
    await forgetDeletedPlans(app.db);
    await app.db.updateTable('memory').set({ kept_since }).execute();
    expect(await kept()).toEqual([]);
  });
});
