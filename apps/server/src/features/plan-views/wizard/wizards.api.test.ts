import { accessRules, type Input, keyPlans, type PlanWizardContent, planVersions, planWizards } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aPlace, place } from '#test/factories/doors';
import { aHouse } from '#test/factories/key-plans';

/** A house with a ward of three and a gate of two, a place with two doors, and choices: the ward opens group and place. */
async function aScene(app: TestApp) {
  const people = ['Ward', 'Ward', 'Ward', 'Gate', 'Gate'].map((department, i) => ({
    display_name: `Person ${i}`,
    department,
  }));
  const { source, system, persons } = await aHouse(app, people);
  const lobby = await aPlace(app, { name: 'Lobby', type: 'site', protection_class: 3 });
  const doors = [system.cylinder('C-0030').id, system.cylinder('C-0031').id];
  await place(app, doors, lobby.id);
  const always = { row: 'ward', time: null };
  const content: PlanWizardContent = {
    name: 'City hall',
    description: 'Who opens what',
    time_zone: 'Europe/Berlin',
    schedule_policy: 'union',
    iam_connection_ids: [source],
    key_system_connection_ids: [system.id],
    rows: [department('ward', 'Ward'), department('gate', 'Gate')],
    columns: [
      { id: 'g1', object_type: 'cylinder_group', object_identifier: system.group('G-01').id, name: 'G-01' },
      { id: 'g2', object_type: 'cylinder_group', object_identifier: system.group('G-02').id, name: 'G-02' },
      { id: 'lobby', object_type: 'location', object_identifier: lobby.id, name: 'Lobby' },
    ],
    times: [{ id: 'day', name: 'Weekdays', time_restrictions: [weekdays] }],
    grants: [
      { ...always, column: 'g1' },
      { ...always, column: 'g2' },
      { ...always, column: 'lobby' },
      { row: 'gate', column: 'g1', time: 'day' },
      { row: 'gate', column: 'g2', time: 'day' },
    ],
    names: [],
  };
  const { call } = app.as('superadmin');
  const start = async (values: Partial<PlanWizardContent> = {}) =>
    (await call(planWizards.create, { body: { step: 'rules', content: { ...content, ...values } } })).body;
  return { content, call, start, persons, doors, lobby, system };
}

const weekdays = { days: [1, 2, 3, 4, 5], from: '07:00', to: '19:00', valid_from: null, valid_until: null };
const department = (id: string, name: string) => ({
  id,
  all_of: [{ subject_type: 'department' as const, subject_identifier: name, name }],
});
const at = (id: string) => ({ params: { id } });

describe('a wizard', () => {
  test('is kept with every choice, and listed until it is finished', async ({ app }) => {
    const { content, call, start } = await aScene(app);
    const { id, version } = await start({ grants: [] });
    const { body: saved } = await call(
      planWizards.save,
      { ...at(id), body: { step: 'time', content } },
      { headers: { 'if-match': `"${version}"` } },
    );
    expect(saved).toMatchObject({ id, step: 'time', content, plan: null, gone: 0, is_finished: false });
    expect((await call(planWizards.get, at(id))).body).toEqual(saved);
    const listed = async () => (await call(planWizards.list, {})).body.items.map((one) => [one.id, one.name, one.step]);
    expect(await listed()).toEqual([[id, 'City hall', 'time']]);
    await call(planWizards.finish, { ...at(id), body: {} });
    expect(await listed()).toEqual([]);
  });

  test('is not overwritten by a second window, which learns who changed it', async ({ app }) => {
    const { content, call, start } = await aScene(app);
    const { id, version } = await start();
    const body = { step: 'who' as const, content };
    expect(
      (await call(planWizards.save, { ...at(id), body }, { headers: { 'if-match': `"${version}"` } })).body.version,
    ).toBe(version + 1);
    const late = await call(
      planWizards.save,
      { ...at(id), body: { ...body, step: 'time' } },
      { headers: { 'if-match': `"${version}"` } },
    );
    expect([late.status, late.problem.code]).toEqual([412, 'version_conflict']);
    expect(late.problem.detail).toMatch(/^superadmin-.* changed this wizard meanwhile/);
    expect((await call(planWizards.get, at(id))).body.step).toBe('who');
  });

  test('refuses choices that contradict each other', async ({ app }) => {
    const { content, call } = await aScene(app);
    const [ward, gate] = content.rows;
    const [grant] = content.grants;
    if (!ward || !gate || !grant) throw new Error('no choices');
    const refused: [Partial<PlanWizardContent>, string][] = [
      [{ grants: [{ ...grant, row: 'nobody' }] }, 'content.grants.0'],
      [{ grants: [grant, { ...grant, time: 'day' }] }, 'content.grants'],
      [{ rows: [ward, { ...gate, id: 'ward' }] }, 'content.rows'],
      [{ rows: [ward, gate, { ...ward, id: 'again' }] }, 'content.rows'],
    ];
    for (const [values, path] of refused) {
      const { status, problem } = await call(planWizards.create, {
        body: { step: 'rules', content: { ...content, ...values } },
      });
      expect([status, problem.errors?.[0]?.path]).toEqual([422, path]);
    }
    expect((await call(planWizards.list, {})).body.total).toBe(0);
  });
});

describe('the draft of a wizard', () => {
  test('is an inactive plan whose rules and profiles grant what was chosen', async ({ app }) => {
    const { call, start, system } = await aScene(app);
    const { id } = await start();
    const { body } = await call(planWizards.write, { ...at(id), body: {} });
    const keyplan_id = body.plan?.id ?? '';
    expect(body.plan).toMatchObject({ name: 'City hall', is_active: false, is_edited_elsewhere: false });
    const plan = (await call(keyPlans.get, at(keyplan_id))).body;
    expect(plan).toMatchObject({ is_active: false, takes_effect: 'on_activation', schedule_policy: 'union', rules: 2 });
    const profiles = (await call(keyPlans.listProfiles, { params: { keyplan_id }, query: {} })).body.items;
    expect(profiles.map(({ name, cylinder_group_ids }) => [name, cylinder_group_ids])).toEqual([
      ['G-01, G-02', [system.group('G-01').id, system.group('G-02').id].sort()],
    ]);
    const rules = (await call(accessRules.list, { params: { keyplan_id }, query: {} })).body.items;
    expect(rules.map((rule) => [rule.name, rule.people, rule.objects.map(({ name }) => name).sort()])).toEqual([
      ['Gate – Weekdays', 2, ['G-01, G-02']],
      ['Ward', 3, ['G-01, G-02', 'Lobby']],
    ]);
    const compared = await call(planVersions.compare, { params: { keyplan_id }, query: {} });
    expect(compared.body.effect).toMatchObject({ people_gaining: 5, people_losing: 0, sensitive_locations: 1 });
  });

  test('follows the choices, and what did not change stays untouched', async ({ app }) => {
    const { content, call, start } = await aScene(app);
    const { id } = await start();
    const first = (await call(planWizards.write, { ...at(id), body: {} })).body;
    const keyplan_id = first.plan?.id ?? '';
    const rules = async () =>
      (await call(accessRules.list, { params: { keyplan_id }, query: {} })).body.items.map((one) => [
        one.id,
        one.name,
        one.version,
      ]);
    const before = await rules();
    const again = (await call(planWizards.write, { ...at(id), body: {} })).body;
    expect(again.plan?.version).toBe(first.plan?.version);
    const grants = content.grants.filter(({ row }) => row === 'gate');
    await call(planWizards.save, { ...at(id), body: { step: 'rules', content: { ...content, grants } } });
    await call(planWizards.write, { ...at(id), body: {} });
    expect(await rules()).toEqual([[before[0]?.[0], 'Gate – Weekdays', expect.any(Number)]]);
  });

  test('needs a name and a description', async ({ app }) => {
    const { call, start } = await aScene(app);
    const { id } = await start({ name: ' ', description: '' });
    const { status, problem } = await call(planWizards.write, { ...at(id), body: {} });
    expect([status, problem.errors?.map(({ path }) => path)]).toEqual([422, ['name', 'description']]);
    expect((await call(planWizards.get, at(id))).body.plan).toBeNull();
  });

  test('leaves out what is gone, and says so', async ({ app }) => {
    const { call, start, doors, lobby } = await aScene(app);
    const { id } = await start();
    await place(app, doors, null);
    const { body: site } = await call(planWizards.write, { ...at(id), body: {} });
    expect(site.gone).toBe(0);
    await app.db.deleteFrom('location').where('id', '=', lobby.id).execute();
    const { body } = await call(planWizards.write, { ...at(id), body: {} });
    expect(body.gone).toBe(1);
    const rules = await call(accessRules.list, { params: { keyplan_id: body.plan?.id ?? '' }, query: {} });
    expect(rules.body.items.flatMap(({ objects }) => objects.map(({ object_type }) => object_type))).not.toContain(
      'location',
    );
  });

  test('is not written over what was edited elsewhere unless that version is named', async ({ app }) => {
    const { call, start } = await aScene(app);
    const { id } = await start();
    const { plan } = (await call(planWizards.write, { ...at(id), body: {} })).body;
    const params = { keyplan_id: plan?.id ?? '' };
    const [rule] = (await call(accessRules.list, { params, query: {} })).body.items;
    await call(accessRules.update, { params: { ...params, rule_id: rule?.id ?? '' }, body: { name: 'By hand' } });
    const { body: seen } = await call(planWizards.get, at(id));
    expect(seen.plan).toMatchObject({ is_edited_elsewhere: true });
    const refused = await call(planWizards.write, { ...at(id), body: {} });
    expect([refused.status, refused.problem.detail]).toEqual([409, expect.stringContaining('edited outside')]);
    const overwrite = seen.plan?.version ?? 0;
    const { body } = await call(planWizards.write, { ...at(id), body: { overwrite } });
    expect(body.plan).toMatchObject({ is_edited_elsewhere: false });
    const names = (await call(accessRules.list, { params, query: {} })).body.items.map(({ name }) => name);
    expect(names).not.toContain('By hand');
  });

  test('shows which doors a person could open, and who could open a door', async ({ app }) => {
    const { call, start, persons, doors, system } = await aScene(app);
    const { id } = await start();
    await call(planWizards.write, { ...at(id), body: {} });
    await app.db
      .updateTable('door')
      .set({ own_name: 'Blue door' })
      .where('id', '=', doors[0] ?? '')
      .execute();
    const opens = async (person_id = '') =>
      (await call(planWizards.doorsOfPerson, { ...at(id), query: { person_id } })).body;
    const [ward, gate] = [await opens(persons[0]), await opens(persons[3])];
    const rows = await app.db
      .selectFrom('cylinder')
      .select('id')
      .where('group_id', 'in', [system.group('G-01').id, system.group('G-02').id])
      .execute();
    expect(gate.total).toBe(rows.length);
    expect(ward.total).toBe(new Set([...rows.map((row) => row.id), ...doors]).size);
    expect(ward.items.find((door) => door.id === doors[0])).toMatchObject({
      name: 'Blue door',
      location_path: 'Lobby',
      because: ['Ward'],
    });
    const query = { cylinder_id: doors[0] ?? '' };
    const { body } = await call(planWizards.peopleOfDoor, { ...at(id), query });
    expect(body.items.map(({ display_name }) => display_name)).toEqual(['Person 0', 'Person 1', 'Person 2']);
  });
});

describe('a finished wizard', () => {
  test('answers the same plan when it is finished again, also after the plan was edited, and takes no more choices', async ({
    app,
  }) => {
    const { content, call, start } = await aScene(app);
    const { id } = await start();
    const { body: plan } = await call(planWizards.finish, { ...at(id), body: {} });
    expect(plan).toMatchObject({ is_active: false, pending_changes: 3 });
    await call(keyPlans.update, { ...at(plan.id), body: { description: 'Changed by hand' } });
    const { body: again } = await call(planWizards.finish, { ...at(id), body: {} });
    expect(again).toMatchObject({ id: plan.id, description: 'Changed by hand', rules: 2 });
    const body: Input<typeof planWizards.save>['body'] = { step: 'who', content };
    for (const refused of [
      await call(planWizards.save, { ...at(id), body }),
      await call(planWizards.write, { ...at(id), body: {} }),
      await call(planWizards.discard, at(id)),
    ]) {
      expect([refused.status, refused.problem.code]).toEqual([409, 'conflict']);
    }
    expect((await call(planVersions.activate, { params: { keyplan_id: plan.id }, body: {} })).body.is_active).toBe(
      true,
    );
  });
});

describe('discarding a wizard', () => {
  test('drops its draft', async ({ app }) => {
    const { call, start } = await aScene(app);
    const { id } = await start();
    const { plan } = (await call(planWizards.write, { ...at(id), body: {} })).body;
    expect((await call(planWizards.discard, at(id))).body).toEqual({ success: true, keeps_plan: false });
    expect((await call(planWizards.get, at(id))).status).toBe(404);
    expect((await call(keyPlans.get, at(plan?.id ?? ''))).status).toBe(404);
  });

  test('leaves a plan that was edited elsewhere or brought into force', async ({ app }) => {
    const { call, start } = await aScene(app);
    const { id } = await start();
    const { plan } = (await call(planWizards.write, { ...at(id), body: {} })).body;
    await call(planVersions.activate, { params: { keyplan_id: plan?.id ?? '' }, body: {} });
    const refused = await call(planWizards.write, { ...at(id), body: {} });
    expect([refused.status, refused.problem.detail]).toEqual([409, expect.stringContaining('is in force')]);
    expect((await call(planWizards.discard, at(id))).body.keeps_plan).toBe(true);
    expect((await call(keyPlans.get, at(plan?.id ?? ''))).body.is_active).toBe(true);
  });

  test('leaves its plan alone when the plan is deleted: the wizard goes with it', async ({ app }) => {
    const { call, start } = await aScene(app);
    const { id } = await start();
    const { plan } = (await call(planWizards.write, { ...at(id), body: {} })).body;
    await call(keyPlans.remove, at(plan?.id ?? ''));
    expect((await call(planWizards.get, at(id))).status).toBe(404);
  });
});
