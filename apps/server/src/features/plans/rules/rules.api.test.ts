import { randomUUID } from 'node:crypto';
import { enhancedKeyPlans, type Input } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aConnection } from '#test/factories/iam';
import { aKeyPlan, aProfile, aRule, cylinder, group, profile } from '#test/factories/key-plans';
import { aReadKeySystem, type Doors } from '#test/factories/key-systems';
import { aPerson } from '#test/factories/people';

type Scene = { source: string; plan: string; doors: Doors };

/** A source, an active plan linked to it, and a key system with doors. */
async function aScene(app: TestApp): Promise<Scene> {
  const { id: source } = await aConnection(app);
  const { id: plan } = await aKeyPlan(app, { sources: [source] });
  return { source, plan, doors: await aReadKeySystem(app) };
}

type DepartmentBody = Input<typeof enhancedKeyPlans.createDepartmentRule>['body'];

const create = (app: TestApp, { source, plan, doors }: Scene, values: Partial<DepartmentBody> = {}) =>
  app.as('superadmin').call(enhancedKeyPlans.createDepartmentRule, {
    params: { connection_id: source, keyplan_id: plan },
    body: { name: 'Ward doors', departments: ['Ward'], objects: [group(doors.group('G-01').id)], ...values },
  });

const list = async (app: TestApp, { source, plan }: Scene, page: { limit?: number; offset?: number } = {}) =>
  (
    await app
      .as('superadmin')
      .call(enhancedKeyPlans.listRules, { params: { connection_id: source, keyplan_id: plan }, query: page })
  ).body;

const versionOf = async ({ db }: TestApp, id: string) =>
  (await db.selectFrom('key_plan').select('version').where('id', '=', id).executeTakeFirstOrThrow()).version;

describe('creating a rule', () => {
  test('for departments, with everything it may have', async ({ app }) => {
    const scene = await aScene(app);
    const { id: profile_id, name: profile_name } = await aProfile(app, scene.plan);
    const [one, all] = [scene.doors.cylinder('C-0001'), scene.doors.group('G-02')];
    const window = { days: [1, 5], from: '22:00', to: '06:00', valid_from: '2026-01-01T00:00:00Z', valid_until: null };
    const { status, body, text } = await create(app, scene, {
      description: 'Day and night',
      departments: ['Ward', 'Surgery'],
      objects: [cylinder(one.id), group(all.id), profile(profile_id)],
      time_restrictions: [window, { days: [7], from: '00:00', to: '24:00' }],
    });
    expect([status, text]).toEqual([201, expect.stringContaining(body.id)]);
    expect(body).toMatchObject({
      keyplan_id: scene.plan,
      type: 'department',
      name: 'Ward doors',
      description: 'Day and night',
      is_active: true,
      subject_match: 'any',
      people: 0,
      version: 1,
      updated_by: expect.stringMatching(/^superadmin-/),
    });
    const plain = <T extends { id: string }>(parts: readonly T[]) => parts.map(({ id: _, ...part }) => part);
    expect(plain(body.subjects)).toEqual([
      { subject_type: 'department', subject_identifier: 'Ward', name: 'Ward' },
      { subject_type: 'department', subject_identifier: 'Surgery', name: 'Surgery' },
    ]);
    expect(plain(body.objects)).toEqual([
      { object_type: 'cylinder', object_identifier: one.id, name: `${one.marking} ${one.name}` },
      { object_type: 'cylinder_group', object_identifier: all.id, name: all.name },
      { object_type: 'access_profile', object_identifier: profile_id, name: profile_name },
    ]);
    expect(plain(body.time_restrictions)).toEqual([
      { ...window, valid_from: '2026-01-01T00:00:00.000Z' },
      { days: [7], from: '00:00', to: '24:00', valid_from: null, valid_until: null },
    ]);
    expect(await versionOf(app, scene.plan)).toBe(2);
  });

  test('for job titles', async ({ app }) => {
    const scene = await aScene(app);
    const { source, plan } = scene;
    const objects = [group(scene.doors.group('G-01').id)];
    const { type, subjects } = await aRule(app, { plan, source, job_titles: ['Nurse'], objects });
    expect([type, subjects.map((subject) => [subject.subject_type, subject.subject_identifier])]).toEqual([
      'job-function',
      [['job_title', 'Nurse']],
    ]);
  });

  test('refuses empty lists in the words of the specification, and windows that are none', async ({ app }) => {
    const scene = await aScene(app);
    const day = { days: [1], from: '08:00', to: '18:00' };
    const refused: [Partial<DepartmentBody>, string, string?][] = [
      [{ departments: [] }, 'departments', 'subjects array is required and must not be empty.'],
      [{ objects: [] }, 'objects', 'objects array is required and must not be empty.'],
      [{ departments: [' '] }, 'departments.0'],
      [{ name: '' }, 'name'],
      [{ time_restrictions: [{ ...day, days: [] }] }, 'time_restrictions.0.days'],
      [{ time_restrictions: [{ ...day, days: [8] }] }, 'time_restrictions.0.days.0'],
      [{ time_restrictions: [{ ...day, from: '8:00' }] }, 'time_restrictions.0.from'],
      [{ time_restrictions: [{ ...day, to: '24:01' }] }, 'time_restrictions.0.to'],
      [{ time_restrictions: [{ ...day, valid_from: 'tomorrow' }] }, 'time_restrictions.0.valid_from'],
    ];
    for (const [values, path, message] of refused) {
      const { status, problem } = await create(app, scene, values);
      expect([status, problem.errors?.map((error) => error.path)]).toEqual([422, [path]]);
      if (message) expect(problem.errors?.[0]?.message).toBe(message);
    }
    expect((await list(app, scene)).total).toBe(0);
  });

  test('refuses doors and profiles that are not there, and profiles of another plan', async ({ app }) => {
    const scene = await aScene(app);
    const gone = scene.doors.cylinder('C-0009').id;
    await app.db.updateTable('key_system_cylinder').set({ deleted_at: new Date() }).where('id', '=', gone).execute();
    const foreign = await aProfile(app, (await aKeyPlan(app)).id);
    const present = group(scene.doors.group('G-01').id);
    const message = 'One of the cylinders, groups, places or profiles does not exist any more. Choose again.';
    const missing = [cylinder(gone), cylinder(present.object_identifier), group(randomUUID()), profile(foreign.id)];
    for (const object of missing) {
      const { status, problem } = await create(app, scene, { objects: [present, object] });
      expect([status, problem.errors]).toEqual([422, [{ path: 'objects', message }]]);
    }
    expect(await app.db.selectFrom('access_rule').selectAll().execute()).toEqual([]);
  });

  test('refuses a name that the plan has already', async ({ app }) => {
    const scene = await aScene(app);
    await create(app, scene);
    const { status, problem } = await create(app, scene, { name: 'WARD DOORS' });
    expect([status, problem.detail]).toEqual([409, "This key plan has a rule called 'WARD DOORS' already."]);
  });

  test('finds no plan that is not linked to the source in the path', async ({ app }) => {
    const scene = await aScene(app);
    const { id: other } = await aConnection(app);
    for (const source of [other, randomUUID()]) {
      const { status, problem } = await create(app, { ...scene, source });
      expect([status, problem.detail]).toEqual([404, 'This key plan of this identity source does not exist.']);
      const params = { connection_id: source, keyplan_id: scene.plan };
      const listed = await app.as('superadmin').call(enhancedKeyPlans.listRules, { params, query: {} });
      expect(listed.status).toBe(404);
    }
    expect((await create(app, { ...scene, plan: randomUUID() })).status).toBe(404);
  });
});

describe('people of a rule', () => {
  test('are counted whatever the case, the blanks and the Unicode form of their department', async ({ app }) => {
    const scene = await aScene(app);
    const { id: elsewhere } = await aConnection(app);
    const spellings = ['Human  Resources', ' HUMAN RESOURCES', 'human\u00a0resources', 'Ｈuman Resources'];
    for (const department of [...spellings, 'Human Resource', 'HumanResources', null]) {
      await aPerson(app, { connection_id: scene.source, department });
    }
    await aPerson(app, { connection_id: scene.source, department: 'Human Resources', active: false });
    await aPerson(app, { connection_id: elsewhere, department: 'Human Resources' });
    const { body } = await create(app, scene, { departments: ['human resources '] });
    expect(body.people).toBe(spellings.length);
  });

  test('are counted once when several subjects fit, and also when rule and plan are inactive', async ({ app }) => {
    const scene = await aScene(app);
    await app.db.updateTable('key_plan').set({ is_active: false }).execute();
    await aPerson(app, { connection_id: scene.source, department: 'Ward', job_title: 'Nurse' });
    const { body: rule } = await create(app, scene, { departments: ['Ward', 'WARD', 'Surgery'] });
    expect(rule.people).toBe(1);
    await app.db.updateTable('access_rule').set({ is_active: false }).execute();
    expect((await list(app, scene)).items[0]).toMatchObject({ is_active: false, people: 1 });
  });
});

test('rules are listed by name, page by page', async ({ app }) => {
  const scene = await aScene(app);
  for (const name of ['beta', 'Alpha', 'gamma']) await create(app, scene, { name });
  const page = await list(app, scene, { limit: 2, offset: 1 });
  expect([page.items.map(({ name }) => name), page.total, page.limit, page.offset]).toEqual([
    ['beta', 'gamma'],
    3,
    2,
    1,
  ]);
  expect((await list(app, scene, { limit: 0 })).limit).toBe(1);
  expect((await list(app, scene, { limit: 5_000 })).limit).toBe(1_000);
});

describe('one rule', () => {
  const toggle = (app: TestApp, connection_id: string, rule_id: string, version?: number) =>
    app
      .as('superadmin')
      .call(
        enhancedKeyPlans.toggleRule,
        { params: { connection_id, rule_id }, query: {} },
        { headers: version ? { 'if-match': `"${version}"` } : {} },
      );
  const remove = (app: TestApp, connection_id: string, rule_id: string) =>
    app.as('superadmin').call(enhancedKeyPlans.removeRule, { params: { connection_id, rule_id } });

  test('is switched off and on', async ({ app }) => {
    const scene = await aScene(app);
    const { body: rule } = await create(app, scene);
    expect((await toggle(app, scene.source, rule.id)).body).toMatchObject({ is_active: false, version: 2 });
    const plan = await app.db.selectFrom('key_plan').select('version').executeTakeFirst();
    expect(plan?.version).toBe(3);
    expect((await toggle(app, scene.source, rule.id, 2)).body).toMatchObject({ is_active: true, version: 3 });
    const late = await toggle(app, scene.source, rule.id, 2);
    expect([late.status, late.problem.code]).toEqual([412, 'version_conflict']);
    expect((await list(app, scene)).items[0]?.is_active).toBe(true);
  });

  test('is deleted with its parts', async ({ app }) => {
    const scene = await aScene(app);
    const { body: rule } = await create(app, scene, { time_restrictions: [{ days: [1], from: '08:00', to: '18:00' }] });
    const { status, body } = await remove(app, scene.source, rule.id);
    expect([status, body]).toEqual([
      200,
      { success: true, message: "'Ward doors' was deleted. The next sync withdraws what it granted." },
    ]);
    for (const table of ['access_rule_subject', 'access_rule_object', 'time_restriction'] as const) {
      expect(await app.db.selectFrom(table).selectAll().execute()).toEqual([]);
    }
    expect(await versionOf(app, scene.plan)).toBe(3);
    expect((await remove(app, scene.source, rule.id)).status).toBe(404);
  });

  test('is found under a source of its plan only', async ({ app }) => {
    const scene = await aScene(app);
    const { body: rule } = await create(app, scene);
    const { id: other } = await aConnection(app);
    for (const source of [other, randomUUID()]) {
      expect((await toggle(app, source, rule.id)).status).toBe(404);
      expect((await remove(app, source, rule.id)).status).toBe(404);
    }
    expect((await list(app, scene)).items[0]).toMatchObject({ is_active: true, version: 1 });
  });
});
