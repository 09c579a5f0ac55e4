import { randomUUID } from 'node:crypto';
import { accessRules, enhancedKeyPlans, keyPlans } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { twoHouses } from '#test/factories/doors';
import { aConnection } from '#test/factories/iam';
import { aKeyPlan, aProfile, aRule, group, profile } from '#test/factories/key-plans';
import { aPerson } from '#test/factories/people';

/** A plan of a source with people of two titles, doors, and an access profile. */
async function aScene(app: TestApp, { is_active = true } = {}) {
  const { main, groupId } = await twoHouses(app);
  const { id: source } = await aConnection(app);
  const { id: plan, name } = await aKeyPlan(app, { sources: [source], keySystems: [main.id], is_active });
  const { id: offices } = await aProfile(app, plan, { name: 'Offices', groups: [groupId('Offices')] });
  const params = { connection_id: source, keyplan_id: plan };
  return { source, plan, name, offices, labs: groupId('Labs'), params };
}

describe('GET /enhanced-keyplans/connections/:connection_id/keyplans/:keyplan_id/statistics', () => {
  const read = async (app: TestApp, params: { connection_id: string; keyplan_id: string }) =>
    (await app.as('superadmin').call(enhancedKeyPlans.statistics, { params })).body;

  test('of an empty plan is full of zeros', async ({ app }) => {
    const { params } = await aScene(app, { is_active: false });
    expect(await read(app, params)).toEqual({
      ...params,
      is_active: false,
      rules: 0,
      active_rules: 0,
      rules_by_type: { job_function: 0, department: 0, custom: 0 },
      people: 0,
      people_reached: 0,
      people_without_rights: 0,
      cylinders: 0,
      access_profiles: 1,
      unused_access_profiles: 1,
      key_systems: 1,
      last_changed_at: expect.stringMatching(/Z$/),
      last_rule_change: null,
    });
  });

  test('counts people and doors once, of active rules and of this source alone', async ({ app }) => {
    const { source, plan, offices, labs, params } = await aScene(app);
    const { id: other } = await aConnection(app);
    await app.db.insertInto('key_plan_iam_connection').values({ keyplan_id: plan, connection_id: other }).execute();
    for (const connection_id of [source, source, other])
      await aPerson(app, { connection_id, job_title: 'nurse', department: 'Ward' });
    const { id: odo } = await aPerson(app, { connection_id: source, job_title: 'Porter' });
    await aPerson(app, { connection_id: source, job_title: 'Cook' });
    await aPerson(app, { connection_id: source, job_title: 'Nurse', active: false });
    await aRule(app, { plan, source, job_titles: ['Nurse'], objects: [profile(offices)] });
    await aRule(app, { plan, source, departments: ['Ward'], objects: [profile(offices), group(labs)] });
    const off = await aRule(app, { plan, source, job_titles: ['Cook'], objects: [group(labs)] });
    const { call } = app.as('superadmin');
    await call(enhancedKeyPlans.toggleRule, { params: { connection_id: source, rule_id: off.id }, query: {} });
    const custom = await call(accessRules.create, {
      params: { keyplan_id: plan },
      body: { subjects: [{ subject_type: 'user', subject_identifier: odo }], objects: [group(labs)] },
    });
    expect(await read(app, params)).toMatchObject({
      rules: 4,
      active_rules: 3,
      rules_by_type: { job_function: 2, department: 1, custom: 1 },
      people: 4,
      people_reached: 3,
      people_without_rights: 1,
      cylinders: 3,
      access_profiles: 1,
      unused_access_profiles: 0,
      last_rule_change: { rule_id: custom.body.id, by: custom.body.updated_by },
    });
    await call(enhancedKeyPlans.toggleRule, { params: { connection_id: source, rule_id: off.id }, query: {} });
    expect(await read(app, params)).toMatchObject({ people_reached: 4, last_rule_change: { rule_id: off.id } });
  });
});

describe('DELETE /enhanced-keyplans/connections/:connection_id/keyplans/:keyplan_id', () => {
  test('deletes an inactive plan, and says why not an active one', async ({ app }) => {
    const { params, plan, name } = await aScene(app);
    const { call } = app.as('superadmin');
    const refused = await call(enhancedKeyPlans.remove, { params });
    expect([refused.status, refused.problem]).toMatchObject([409, { constraint_name: 'key_plan_active' }]);
    await call(keyPlans.update, { params: { id: plan }, body: { is_active: false } });
    const { body } = await call(enhancedKeyPlans.remove, { params });
    expect(body).toEqual({ success: true, message: `'${name}' was deleted.` });
    expect((await call(keyPlans.get, { params: { id: plan } })).status).toBe(404);
  });
});

describe('GET /enhanced-keyplans/connections/:connection_id/job-title-access-profiles/:job_title', () => {
  const read = (app: TestApp, connection_id: string, job_title: string, query = {}) =>
    app.as('superadmin').call(enhancedKeyPlans.jobTitleProfiles, { params: { connection_id, job_title }, query });

  test('lists the profiles that rules about the title name, however it is written', async ({ app }) => {
    const { source, plan, offices, labs } = await aScene(app);
    const { id: labProfile } = await aProfile(app, plan, { name: 'Labs', groups: [labs] });
    const title = 'Straßen-/Tiefbau & 50 % Öl';
    const rule = await aRule(app, { plan, source, name: 'One', job_titles: [title], objects: [profile(offices)] });
    const subjects = [
      { subject_type: 'job_title' as const, subject_identifier: title.toUpperCase() },
      { subject_type: 'department' as const, subject_identifier: 'Ward' },
    ];
    const both = await app.as('superadmin').call(accessRules.create, {
      params: { keyplan_id: plan },
      body: { name: 'Both', subjects, objects: [profile(labProfile)], subject_match: 'all' },
    });
    await aRule(app, { plan, source, departments: [title], objects: [profile(labProfile)] });
    const { body } = await read(app, source, `  ${title.toLowerCase()} `);
    const of = { keyplan_id: plan, keyplan_name: expect.any(String), cylinders: expect.any(Number) };
    expect(body).toEqual({
      items: [
        {
          ...of,
          id: labProfile,
          name: 'Labs',
          is_granted: false,
          rules: [{ id: both.body.id, name: 'Both', is_active: true, subject_match: 'all' }],
        },
        {
          ...of,
          id: offices,
          name: 'Offices',
          is_granted: true,
          rules: [{ id: rule.id, name: 'One', is_active: true, subject_match: 'any' }],
        },
      ],
      total: 2,
      limit: 100,
      offset: 0,
    });
    expect((await read(app, source, title, { offset: 1, limit: 1 })).body).toMatchObject({
      items: [{ name: 'Offices' }],
      total: 2,
    });
    const raw = await fetch(
      `${app.url}/api/v1/enhanced-keyplans/connections/${source}/job-title-access-profiles/${encodeURIComponent(title)}/`,
      {
        headers: { authorization: `Bearer ${await app.as('superadmin').token()}` },
      },
    );
    expect([raw.status, (await raw.json()).total]).toEqual([200, 2]);
  });

  test('takes titles as long as a directory has them', async ({ app }) => {
    const { source, plan, offices } = await aScene(app);
    const title = 'Ö'.repeat(200);
    await aRule(app, { plan, source, job_titles: [title], objects: [profile(offices)] });
    expect((await read(app, source, title)).body.total).toBe(1);
  });

  test('is empty for another title, and not found for another source', async ({ app }) => {
    const { source } = await aScene(app);
    expect((await read(app, source, 'Nobody')).body).toMatchObject({ items: [], total: 0 });
    expect((await read(app, randomUUID(), 'Nobody')).status).toBe(404);
  });
});
