import { accessRules, keyPlans, planFigures } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aHouse, aProfile, aRule, group, profile } from '#test/factories/key-plans';

async function aPlan(app: TestApp) {
  const house = await aHouse(app, [{ department: 'Ward' }, { department: 'Ward' }]);
  const { plan, source, system } = house;
  const { id } = await aProfile(app, plan, { groups: [system.group('G-01').id], name: 'Ward doors' });
  const time_restrictions = [{ days: [1], from: '08:00', to: '12:00', valid_from: null, valid_until: null }];
  const objects = [profile(id), group(system.group('G-02').id)];
  await aRule(app, { plan, source, name: 'Ward', departments: ['Ward'], objects, time_restrictions });
  const { call } = app.as('superadmin');
  const body = { time_zone: 'Europe/Berlin', takes_effect: 'on_activation', needs_second_person: true } as const;
  await call(keyPlans.update, { params: { id: plan }, body });
  return { ...house, profileId: id, call };
}

const copy = (app: TestApp, id: string, name: string) =>
  app.as('superadmin').call(keyPlans.copy, { params: { id }, body: { name } });

describe('POST /key-plan/keyplans/:id/copy', () => {
  test('makes an inactive plan with the same settings and links, whose rules and profiles are its own', async ({
    app,
  }) => {
    const { call, plan, source, system, profileId } = await aPlan(app);
    const { status, body } = await copy(app, plan, 'Main house, next year');
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: 'Main house, next year',
      is_active: false,
      time_zone: 'Europe/Berlin',
      takes_effect: 'on_activation',
      needs_second_person: true,
      rules: 1,
      pending_changes: 2,
      iam_connections: [{ id: source }],
      key_system_connections: [{ id: system.id }],
    });
    const rulesOf = async (keyplan_id: string) =>
      (await call(accessRules.list, { params: { keyplan_id }, query: {} })).body.items;
    const [[was], [is]] = [await rulesOf(plan), await rulesOf(body.id)];
    const [own] = (await call(keyPlans.listProfiles, { params: { keyplan_id: body.id }, query: {} })).body.items;
    expect(own).toMatchObject({ name: 'Ward doors', cylinder_group_ids: [system.group('G-01').id] });
    expect(own?.id).not.toBe(profileId);
    expect(is?.id).not.toBe(was?.id);
    const said = (rule: typeof is) => ({
      name: rule?.name,
      subjects: rule?.subjects.map(({ subject_identifier }) => subject_identifier),
      hours: rule?.time_restrictions.map(({ id: _, ...hours }) => hours),
      objects: rule?.objects
        .map(({ object_identifier }) => (object_identifier === own?.id ? profileId : object_identifier))
        .sort(),
    });
    expect(said(is)).toEqual(said(was));
    const { items } = (await call(planFigures.coverage, {})).body;
    const reached = items
      .filter(({ keyplan_id }) => [plan, body.id].includes(keyplan_id))
      .map(({ people, doors }) => [people, doors]);
    expect(reached[0]).toEqual(reached[1]);
    expect(reached[0]?.[0]).toBe(2);
  });

  test('copies what is written, in force or not, and leaves the original as it is', async ({ app }) => {
    const { call, plan, source, system } = await aPlan(app);
    await aRule(app, { plan, source, departments: ['Gate'], objects: [group(system.group('G-02').id)] });
    const before = (await call(keyPlans.get, { params: { id: plan } })).body;
    const { body } = await copy(app, plan, 'Copy');
    expect(body.rules).toBe(2);
    expect((await call(keyPlans.get, { params: { id: plan } })).body).toEqual(before);
  });

  test('refuses a name that is taken, and an unknown plan', async ({ app }) => {
    const { plan } = await aPlan(app);
    expect((await copy(app, plan, 'main HOUSE')).status).toBe(409);
    expect((await copy(app, '0190c0de-0000-7000-8000-000000000000', 'Copy')).status).toBe(404);
  });
});
