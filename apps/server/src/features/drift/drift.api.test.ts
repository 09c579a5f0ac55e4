import { accessRules, changeSets, type DriftItem, drift, keyPlans, planVersions } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aHouse, aRule, cylinder, group, syncNow } from '#test/factories/key-plans';
import { asAnotherClient, disturb, readInventory } from '#test/factories/key-systems';

type Rule = { id: string; name: string };
type House = Awaited<ReturnType<typeof aStation>>;

/** Twelve people of a ward with a rule of their own and thirty others, synced; an edit of the plan takes effect at once. */
async function aStation(app: TestApp) {
  const ward = Array.from({ length: 12 }, (_, i) => ({ display_name: `Ward ${i}`, department: 'Ward' }));
  const staff = Array.from({ length: 30 }, (_, i) => ({ display_name: `Staff ${i}`, department: 'Staff' }));
  const house = await aHouse(app, [...ward, ...staff]);
  const { plan, source, system } = house;
  const objects = [group(system.group('G-01').id), cylinder(system.cylinder('C-0005').id)];
  const hours = { days: [1, 2, 3], from: '08:00', to: '18:00', valid_from: null, valid_until: null };
  const rule = await aRule(app, {
    plan,
    source,
    name: 'Ward doors',
    departments: ['Ward'],
    objects,
    time_restrictions: [hours],
  });
  const others = await aRule(app, {
    plan,
    source,
    name: 'Staff doors',
    departments: ['Staff'],
    objects: [group(system.group('G-02').id)],
  });
  expect(await syncNow(app)).toMatchObject({ status: 'SUCCESS' });
  const [insider = ''] = house.persons;
  const [outsider = ''] = house.persons.slice(12);
  return { ...house, rule, others, insider, outsider };
}

const profileOf = ({ sandbox }: TestApp, { id: reference }: Rule) => {
  const found = sandbox.inspect().profiles.find((profile) => profile.reference === reference);
  if (!found) throw new Error('The sandbox has no such profile');
  const { name, description, cylinders, cylinder_groups, schedule } = found;
  return { reference, name, description, cylinders, cylinder_groups, schedule };
};

type Change = Partial<ReturnType<typeof profileOf>> & { add?: string[]; remove?: string[] };

/** Changes a profile in the key system, and runs a preview that sees it. */
async function changeThere(app: TestApp, rule: Rule, change: Change) {
  await editThere(app, rule, change);
  return look(app);
}

async function editThere(app: TestApp, rule: Rule, { add = [], remove = [], ...rights }: Change) {
  const before = profileOf(app, rule);
  await asAnotherClient(app, async (session) => {
    if (Object.keys(rights).length > 0) await session.putProfile({ ...before, ...rights });
    await session.changeProfileMembers(rule.id, { add, remove });
  });
}

/** A read shows the profile no more as ours. */
const deleteThere = (app: TestApp, { id }: Rule) =>
  disturb(app, ({ path }) =>
    path.endsWith('/profiles') ? { kind: 'alter_answer', alter: (body) => withoutReference(body, id) } : undefined,
  );

function withoutReference(body: unknown, id: string) {
  const page = body as { items: { reference: string | null }[] }; // what the sandbox answers to this list
  return { ...page, items: page.items.map((item) => (item.reference === id ? { ...item, reference: null } : item)) };
}

/** Reads the key system without writing. */
const look = (app: TestApp) => syncNow(app, { dry_run: true });

async function listed(app: TestApp, query: Partial<Record<'state' | 'kind' | 'search' | 'keyplan_id', string>> = {}) {
  const { body } = await app.as('superadmin').call(drift.list, { query: query as object });
  return body.items;
}

const kinds = (items: readonly DriftItem[]) => items.map(({ kind }) => kind).sort();

const accept = (app: TestApp, items: readonly DriftItem[]) =>
  app.as('superadmin').call(drift.accept, { body: { ids: items.map(({ id }) => id) } });

async function ruleOf(app: TestApp, { plan }: House, { id }: Rule) {
  const params = { keyplan_id: plan, rule_id: id };
  return (await app.as('superadmin').call(accessRules.get, { params })).body;
}

/** After it was accepted, plan and key system say the same: a sync has nothing to write. */
async function isEqual(app: TestApp) {
  expect((await syncNow(app)).result?.outcome).toBe('nothing_to_do');
  expect(await listed(app, { state: 'all' })).toEqual([]);
}

describe('what was changed in the key system itself', () => {
  test('is nothing after a sync, nor after changes of the plan or of the directory', async ({ app }) => {
    const { rule, plan, outsider, insider } = await aStation(app);
    await look(app);
    expect(await listed(app)).toEqual([]);
    const params = { keyplan_id: plan, rule_id: rule.id };
    await app.as('superadmin').call(accessRules.update, { params, body: { time_restrictions: [] } });
    await app.db.updateTable('person').set({ department: 'Ward' }).where('id', '=', outsider).execute();
    await app.db.updateTable('person').set({ active: false }).where('id', '=', insider).execute();
    await look(app);
    expect(await listed(app)).toEqual([]);
    await syncNow(app);
    await look(app);
    expect(await listed(app)).toEqual([]);
  });

  test('is listed by kind, with person, rule, plan and doors, and since when', async ({ app }) => {
    const { rule, plan, insider, outsider, system } = await aStation(app);
    const schedule = [{ days: [6], from: '10:00', to: '12:00' }];
    const rights = { cylinders: [], cylinder_groups: ['G-01', 'G-03'], schedule };
    await changeThere(app, rule, { ...rights, add: [outsider], remove: [insider] });
    const items = await listed(app);
    const named = { rule: { id: rule.id, name: 'Ward doors' }, key_plan: { id: plan, name: 'Main house' } };
    expect(kinds(items)).toEqual(['doors_added', 'doors_removed', 'hours_changed', 'member_added', 'member_removed']);
    for (const item of items) {
      expect(item).toMatchObject({
        ...named,
        connection_id: system.id,
        profile: 'Main house / Ward doors',
        state: 'open',
      });
    }
    const find = (kind: string) => items.find((item) => item.kind === kind);
    expect(find('member_added')).toMatchObject({
      person: { id: outsider, name: 'Staff 0' },
      what: "Staff 0 was put into the access profile 'Main house / Ward doors'.",
      acceptance: 'into_rule',
    });
    expect(find('member_removed')).toMatchObject({
      person: { id: insider },
      acceptance: null,
      why_not: expect.stringContaining('Rules only grant.'),
    });
    expect(find('doors_added')?.doors).toMatchObject([{ id: system.group('G-03').id, is_group: true }]);
    expect(find('doors_removed')?.doors).toMatchObject([{ id: system.cylinder('C-0005').id, is_group: false }]);
    expect(find('hours_changed')?.what).toContain('Sat');
    expect(find('doors_added')?.what).toBe(
      "Doors were added to the access profile 'Main house / Ward doors': 1 group of doors.",
    );

    await look(app);
    expect(await listed(app)).toEqual(items);
    expect(await listed(app, { kind: 'doors_added' })).toHaveLength(1);
    expect(await listed(app, { search: 'staff 0' })).toHaveLength(1);
    expect(await listed(app, { keyplan_id: plan })).toHaveLength(5);
    const csv = await app.as('superadmin').call(drift.exportCsv, { query: {} });
    expect(csv.text).toContain("Staff 0 was put into the access profile 'Main house / Ward doors'.");
  });

  test('counts the people and the doors it is about, a group by its doors', async ({ app }) => {
    const { rule, insider, outsider, system } = await aStation(app);
    const sizeOf = async (externalId: string) => {
      const { id } = system.group(externalId);
      const rows = await app.db.selectFrom('cylinder').select('id').where('group_id', '=', id).execute();
      return rows.length;
    };
    const [first, third] = [await sizeOf('G-01'), await sizeOf('G-03')];
    expect(Math.min(first, third)).toBeGreaterThan(1);
    const affects = async () => Object.fromEntries((await listed(app)).map((item) => [item.kind, item.affects]));
    await asAnotherClient(app, (session) => session.deactivatePerson(insider));
    await look(app);
    expect(await affects()).toEqual({ person_deactivated: { people: 1, doors: first + 1 } });

    expect(await syncNow(app)).toMatchObject({ status: 'SUCCESS' });
    const rights = { cylinders: [], cylinder_groups: ['G-01', 'G-03'], schedule: [] };
    await changeThere(app, rule, { ...rights, add: [outsider], remove: [insider] });
    expect(await affects()).toEqual({
      doors_added: { people: 12, doors: third },
      doors_removed: { people: 12, doors: 1 },
      hours_changed: { people: 12, doors: first + third },
      member_added: { people: 1, doors: first + third },
      member_removed: { people: 1, doors: first + third },
    });
  });

  test('is over when it is undone there', async ({ app }) => {
    const { rule, insider, outsider } = await aStation(app);
    const before = profileOf(app, rule);
    await changeThere(app, rule, { schedule: [], cylinders: [], add: [outsider], remove: [insider] });
    expect(await listed(app)).toHaveLength(4);
    await changeThere(app, rule, { ...before, add: [insider], remove: [outsider] });
    expect(await listed(app)).toEqual([]);
  });

  test('is detected by a read of the inventory or a preview, once, and ends when undone', async ({ app }) => {
    const { rule, others, system, insider, outsider } = await aStation(app);
    const read = async () => {
      expect(await readInventory(app, system.id)).toMatchObject({ status: 'SUCCESS' });
      return listed(app);
    };
    expect(await read()).toEqual([]);
    const before = profileOf(app, rule);
    // As many members and doors as before, but others.
    await editThere(app, rule, { schedule: [], cylinders: ['C-0006'], add: [outsider], remove: [insider] });
    const found = await read();
    expect(kinds(found)).toEqual(['doors_added', 'doors_removed', 'hours_changed', 'member_added', 'member_removed']);
    expect(await read()).toEqual(found);
    await look(app);
    expect(await listed(app)).toEqual(found);
    await editThere(app, rule, { ...before, add: [insider], remove: [outsider] });
    expect(await read()).toEqual([]);

    // We wrote a member between two reads, and it was removed there again: the key system lists what it listed before.
    await app.db.updateTable('person').set({ department: 'Staff' }).where('id', '=', insider).execute();
    expect(await syncNow(app)).toMatchObject({ status: 'SUCCESS' });
    await editThere(app, rule, { add: [insider] });
    await editThere(app, others, { remove: [insider] });
    expect(kinds(await read())).toEqual(['member_added', 'member_removed']);
  });

  test('knows people made inactive there, also from a read of the inventory, and active again', async ({ app }) => {
    const { system, insider } = await aStation(app);
    await asAnotherClient(app, (session) => session.deactivatePerson(insider));
    expect(await readInventory(app, system.id)).toMatchObject({ status: 'SUCCESS' });
    expect(await listed(app)).toMatchObject([
      { kind: 'person_deactivated', person: { id: insider, name: 'Ward 0' }, rule: null, acceptance: null },
    ]);
    await look(app);
    expect(await listed(app)).toHaveLength(1);
    const task = await syncNow(app);
    expect(task.result?.counts).toEqual({ person_update: 1 });
    expect(await listed(app)).toEqual([]);

    await app.db.updateTable('person').set({ active: false }).where('id', '=', insider).execute();
    await syncNow(app);
    const person = { reference: insider, first_name: 'Ward', surname: '0', email: null, employee_id: null };
    await asAnotherClient(app, (session) => session.putPerson(person));
    await look(app);
    expect(await listed(app)).toMatchObject([{ kind: 'person_activated', acceptance: null }]);
  });
});

describe('restoring', () => {
  test('is a sync: its change set says where it was changed, and then nothing is left', async ({ app }) => {
    const { rule, insider, outsider } = await aStation(app);
    const before = app.sandbox.inspect().profiles;
    const found = await changeThere(app, rule, { schedule: [], add: [outsider], remove: [insider] });
    const params = { id: found.change_set_id ?? '' };
    const { items } = (await app.as('superadmin').call(changeSets.items, { params, query: {} })).body;
    expect(items.map(({ kind, message }) => [kind, message?.split(': ')[0]])).toEqual([
      ['member_remove', 'Changed in the key system itself'],
      ['profile_put', 'Changed in the key system itself'],
      ['member_add', 'Changed in the key system itself'],
    ]);
    expect(items[2]?.message).toContain("Rule 'Ward doors' of the plan 'Main house' reaches this person.");
    expect(await syncNow(app)).toMatchObject({ status: 'SUCCESS' });
    expect(app.sandbox.inspect().profiles).toEqual(before);
    expect(await listed(app, { state: 'all' })).toEqual([]);
    await look(app);
    expect(await listed(app, { state: 'all' })).toEqual([]);
  });

  test('says nothing of it where the plan itself has changed', async ({ app }) => {
    const { outsider } = await aStation(app);
    await app.db.updateTable('person').set({ department: 'Ward' }).where('id', '=', outsider).execute();
    const { change_set_id } = await look(app);
    const { items } = (
      await app.as('superadmin').call(changeSets.items, { params: { id: change_set_id ?? '' }, query: {} })
    ).body;
    expect(items.map(({ kind, message }) => [kind, message])).toEqual([
      ['member_remove', null],
      ['member_add', null],
    ]);
  });
});

describe('accepting', () => {
  test('edits the rule: people, doors and hours at once; then a sync finds nothing to do', async ({ app }) => {
    const house = await aStation(app);
    const { rule, outsider, system } = house;
    const schedule = [{ days: [6], from: '10:00', to: '12:00' }];
    const rights = { cylinders: ['C-0006'], cylinder_groups: ['G-01', 'G-03'], schedule };
    await changeThere(app, rule, { ...rights, add: [outsider] });
    const items = await listed(app);
    expect((await accept(app, items)).body).toEqual({ success: true, accepted: 4, waiting: [] });
    expect(await listed(app)).toEqual([]);
    expect(kinds(await listed(app, { state: 'accepted' }))).toEqual(kinds(items));
    const { subjects, objects, time_restrictions, type } = await ruleOf(app, house, rule);
    expect(type).toBe('custom');
    expect(subjects.map(({ subject_identifier }) => subject_identifier).sort()).toEqual(['Ward', outsider].sort());
    expect(objects.map(({ object_identifier }) => object_identifier).sort()).toEqual(
      [system.group('G-01').id, system.group('G-03').id, system.cylinder('C-0006').id].sort(),
    );
    expect(time_restrictions).toMatchObject([{ days: [6], from: '10:00', to: '12:00' }]);
    await isEqual(app);
  });

  test('is one transaction: one that cannot be accepted blocks the others', async ({ app }) => {
    const house = await aStation(app);
    const { rule, insider, outsider } = house;
    const before = await ruleOf(app, house, rule);
    await changeThere(app, rule, { add: [outsider], remove: [insider] });
    const refused = await accept(app, await listed(app));
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('Rules only grant.')]);
    expect(await ruleOf(app, house, rule)).toEqual(before);
    expect(await listed(app)).toHaveLength(2);
  });

  test('switches off the rule of a profile that was deleted', async ({ app }) => {
    const house = await aStation(app);
    const { rule } = house;
    deleteThere(app, rule);
    await look(app);
    const items = await listed(app);
    expect(items).toMatchObject([{ kind: 'profile_deleted', acceptance: 'switch_off', door_count: 2 }]);
    expect(items[0]?.affects).toEqual({ people: null, doors: 5 });
    expect((await accept(app, items)).status).toBe(200);
    expect((await ruleOf(app, house, rule)).is_active).toBe(false);
    // The people of the rule reach nothing any more, which is no change there.
    await syncNow(app);
    expect(await listed(app, { state: 'all' })).toEqual([]);
  });

  test('makes a rule of its own where all subjects have to match, one for everybody', async ({ app }) => {
    const house = await aStation(app);
    const { rule, plan, persons } = house;
    const params = { keyplan_id: plan, rule_id: rule.id };
    await app.as('superadmin').call(accessRules.update, { params, body: { subject_match: 'all' } });
    await syncNow(app);
    const [one = '', two = ''] = persons.slice(12);
    await changeThere(app, rule, { add: [one] });
    expect(await listed(app)).toMatchObject([{ acceptance: 'own_rule' }]);
    await accept(app, await listed(app));
    await changeThere(app, rule, { add: [two] });
    await accept(app, await listed(app));
    const { body } = await app.as('superadmin').call(accessRules.list, { params: { keyplan_id: plan }, query: {} });
    const own = body.items.filter(({ name }) => name.startsWith('Ward doors ('));
    expect(own).toMatchObject([{ name: 'Ward doors (accepted)', subject_match: 'any', people: 2 }]);
    expect(own[0]?.subjects.map(({ subject_identifier }) => subject_identifier).sort()).toEqual([one, two].sort());
    const objectsOf = ({ objects }: { objects: { object_identifier: string }[] }) =>
      objects.map(({ object_identifier }) => object_identifier).sort();
    expect(own.map(objectsOf)).toEqual([objectsOf(await ruleOf(app, house, rule))]);
  });

  test('waits in the draft of a plan that is activated, and says so', async ({ app }) => {
    const house = await aStation(app);
    const { rule, plan, outsider } = house;
    const params = { id: plan };
    await app.as('superadmin').call(keyPlans.update, { params, body: { takes_effect: 'on_activation' } });
    await changeThere(app, rule, { add: [outsider] });
    const items = await listed(app);
    expect(items[0]?.key_plan?.takes_effect).toBe('on_activation');
    expect((await accept(app, items)).body.waiting).toEqual([{ id: plan, name: 'Main house' }]);
    await look(app);
    expect(await listed(app, { state: 'accepted' })).toHaveLength(1);
    await app.as('superadmin').call(planVersions.activate, { params: { keyplan_id: plan }, body: {} });
    await isEqual(app);
  });

  test.for([
    [
      'the hours of the rule have dates',
      { time_restrictions: [{ days: [1], from: '08:00', to: '18:00', valid_until: '2999-01-01T00:00:00Z' }] },
      { schedule: [] },
      'The hours of this rule have dates',
    ],
    ['the doors are named by a place of the plan', {}, { cylinder_groups: [] }, 'through a place'],
  ] as const)('refuses where %s', async ([name, change, there, why], { app }) => {
    const house = await aStation(app);
    const { rule, plan, system } = house;
    const params = { keyplan_id: plan, rule_id: rule.id };
    const inProfile = async () => {
      const body = { name: 'All of it', cylinder_group_ids: [system.group('G-01').id] };
      const made = await app.as('superadmin').call(keyPlans.createProfile, { params: { keyplan_id: plan }, body });
      return { objects: [{ object_type: 'access_profile' as const, object_identifier: made.body.id }] };
    };
    const body = name.startsWith('the doors') ? await inProfile() : change;
    await app.as('superadmin').call(accessRules.update, { params, body: body as object });
    await syncNow(app);
    await changeThere(app, rule, there as object);
    const items = await listed(app);
    expect(items.map(({ acceptance, why_not }) => [acceptance, why_not])).toEqual([
      [null, expect.stringContaining(why)],
    ]);
    expect((await accept(app, items)).status).toBe(409);
  });

  test('finds nothing that is not on the list', async ({ app }) => {
    const body = { ids: ['01890a5d-ac96-774b-bcce-b302099a8057'] };
    expect((await app.as('superadmin').call(drift.accept, { body })).status).toBe(404);
  });
});
