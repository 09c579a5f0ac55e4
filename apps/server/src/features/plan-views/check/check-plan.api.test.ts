import { randomUUID } from 'node:crypto';
import { accessRules, keyPlans, type PlanCheck, type PlanFinding } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aConnection } from '#test/factories/iam';
import { aHouse, aKeyPlan, aRule, cylinder, group } from '#test/factories/key-plans';
import { aReadKeySystem } from '#test/factories/key-systems';
import { aPerson } from '#test/factories/people';
import type { CallOptions } from '#test/send';

const people = [
  { display_name: 'Ada Ward', department: 'Ward', job_title: 'Nurse' },
  { display_name: 'Bob Ward', department: 'Ward', job_title: 'Nurse' },
  { display_name: 'Eve Desk', department: 'Reception', job_title: 'Clerk' },
];

async function check(app: TestApp, plan: string, options?: CallOptions): Promise<PlanCheck> {
  const answer = await app.as('superadmin').call(keyPlans.check, { params: { keyplan_id: plan } }, options);
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return answer.body;
}

const ofKind = ({ findings }: PlanCheck, kind: PlanFinding['kind']) => findings.filter((one) => one.kind === kind);

/** Makes the edit by the call it is meant for. */
async function apply(app: TestApp, plan: string, finding: PlanFinding, which = 0) {
  const repair = finding.repairs[which];
  if (!repair || repair.action === 'create_rule') throw new Error('No repair that is complete');
  const params = { keyplan_id: plan, rule_id: repair.rule_id };
  const rule = [finding.rule, finding.other_rule].find((one) => one?.id === repair.rule_id);
  const headers = { 'if-match': `"${rule?.version}"` };
  const { call } = app.as('superadmin');
  const { status } =
    repair.action === 'delete_rule'
      ? await call(accessRules.remove, { params })
      : await call(accessRules.update, { params, body: repair.change }, { headers });
  expect(status).toBe(200);
}

describe('checking a key plan', () => {
  test('finds nothing wrong with a plan in which everybody and every door has a rule', async ({ app }) => {
    const { plan, source, system } = await aHouse(app, people);
    const all = await app.db.selectFrom('cylinder').select('id').where('connection_id', '=', system.id).execute();
    const objects = all.map(({ id }) => cylinder(id));
    await aRule(app, { plan, source, departments: ['Ward', 'Reception'], objects });
    const { findings, totals, checked } = await check(app, plan);
    expect(findings).toEqual([]);
    expect(Object.values(totals)).toEqual(Object.values(totals).map(() => 0));
    expect(checked).toEqual({ rules: 1, people: 3, doors: all.length });
  });

  test('names rules, people and doors, in the language of the reader', async ({ app }) => {
    const { plan, source, system } = await aHouse(app, people);
    const objects = [group(system.group('G-01').id)];
    await aRule(app, { plan, source, name: 'Ward doors', departments: ['Ward'], objects });
    await aRule(app, { plan, source, name: 'Desk', departments: ['Recepton'], objects });
    const found = await check(app, plan);
    expect(ofKind(found, 'unknown_subject')).toMatchObject([
      {
        message: "'Desk' names the department 'Recepton', in which no one works.",
        rule: { name: 'Desk', version: 1 },
        subject: { subject_type: 'department', subject_identifier: 'Recepton', name: 'Recepton' },
        nearest: 'Reception',
      },
    ]);
    expect(ofKind(found, 'people_without_rights')).toMatchObject([
      { message: "1 person in 'Reception' may open nothing, by this plan or another.", count: 1, rule: null },
    ]);
    const [closed] = ofKind(found, 'cylinder_nobody_opens');
    const doors = await app.db.selectFrom('cylinder').selectAll().where('connection_id', '=', system.id).execute();
    const outside = doors.filter(({ group_id }) => group_id !== system.group('G-01').id);
    expect(closed?.count).toBe(outside.length);
    const named = outside.map(({ id, marking, name }) => [id, `${marking} ${name}`]);
    expect(named).toEqual(
      expect.arrayContaining(closed?.objects.map((one) => [one.object_identifier, one.name]) ?? []),
    );
    const german = await check(app, plan, { headers: { 'x-language': 'de' } });
    expect(ofKind(german, 'unknown_subject')[0]?.message).toBe(
      '„Desk“ nennt die Abteilung „Recepton“, in der niemand arbeitet.',
    );
  });

  test('says of an unused name that the rule can do without it', async ({ app }) => {
    const { plan, source, system } = await aHouse(app, people);
    const objects = [cylinder(system.cylinder('C-0001').id)];
    await aRule(app, { plan, source, name: 'Desk', departments: ['Front office', 'Reception'], objects });
    const found = await check(app, plan);
    const [finding] = ofKind(found, 'unused_subject');
    expect(finding?.message).toBe(
      "'Desk' names the department 'Front office', in which no one works. Without it the rule still applies to someone: it can be removed.",
    );
    if (finding) await apply(app, plan, finding);
    const kinds = (await check(app, plan)).findings.map(({ kind }) => kind);
    expect(kinds).not.toContain('unused_subject');
    expect(kinds).not.toContain('unknown_subject');
  });

  test('names the rule that a rename created beside one without matches', async ({ app }) => {
    const { plan, system } = await aHouse(app, people);
    const objects = [cylinder(system.cylinder('C-0001').id)];
    const clerksOf = (name: string, department: string) => {
      const subjects = [
        { subject_type: 'job_title' as const, subject_identifier: 'Clerk' },
        { subject_type: 'department' as const, subject_identifier: department },
      ];
      const body = { name, subject_match: 'all' as const, subjects, objects };
      return app.as('superadmin').call(accessRules.create, { params: { keyplan_id: plan }, body });
    };
    await clerksOf('Old desk', 'Front office');
    await clerksOf('Desk', 'Reception');
    const found = await check(app, plan);
    expect(ofKind(found, 'unknown_subject')).toEqual([]);
    const [finding] = ofKind(found, 'unused_subject');
    expect(finding?.message).toBe(
      "'Old desk' names the department 'Front office', in which no one works. 'Desk' has the same conditions under another name and opens at least the same doors: this rule can be removed.",
    );
    if (finding) await apply(app, plan, finding, 1);
    expect(ofKind(await check(app, plan), 'unused_subject')).toEqual([]);
  });

  test('ends a finding with each of its repairs', async ({ app }) => {
    const { plan, source, system } = await aHouse(app, people);
    const objects = [cylinder(system.cylinder('C-0001').id), cylinder(system.cylinder('C-0002').id)];
    const window = { days: [1], from: '08:00', to: '17:00', valid_from: null, valid_until: null };
    const make = async () => {
      await app.db.deleteFrom('access_rule').where('keyplan_id', '=', plan).execute();
      await aRule(app, { plan, source, name: 'Wide', departments: ['Ward'], objects });
      await aRule(app, { plan, source, name: 'Narrow', job_titles: ['Nurse'], objects: objects.slice(0, 1) });
      await aRule(app, { plan, source, name: 'Slip', job_titles: ['Clark'], objects });
      const timed = { departments: ['Ward'], time_restrictions: [window] };
      await aRule(app, { plan, source, name: 'Timed', ...timed, objects: [cylinder(system.cylinder('C-0003').id)] });
    };
    await make();
    const first = await check(app, plan);
    expect(first.findings.map(({ kind, rule }) => [kind, rule?.name])).toEqual(
      expect.arrayContaining([
        ['schedule_conflict', 'Wide'],
        ['schedule_conflict', 'Narrow'],
        ['unknown_subject', 'Slip'],
        ['shadowed_rule', 'Narrow'],
      ]),
    );
    const nameOf = ({ kind, rule, other_rule }: PlanFinding) => [kind, rule?.name, other_rule?.name].join(' ');
    const names = first.findings.filter((one) => one.rule !== null).map(nameOf);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) {
      const repairs = first.findings.find((one) => nameOf(one) === name)?.repairs.length ?? 0;
      expect(repairs).toBeGreaterThan(0);
      for (let i = 0; i < repairs; i++) {
        await make();
        const finding = (await check(app, plan)).findings.find((one) => nameOf(one) === name);
        if (!finding) throw new Error(`${name} is not found again`);
        await apply(app, plan, finding, i);
        expect((await check(app, plan)).findings.map(nameOf)).not.toContain(name);
      }
    }
  });

  test('finds what is gone from the key system, by the name it had', async ({ app }) => {
    const { plan, source, system } = await aHouse(app, people);
    const [one, other] = [system.cylinder('C-0001'), system.cylinder('C-0002')];
    await aRule(app, { plan, source, departments: ['Ward'], objects: [cylinder(one.id), cylinder(other.id)] });
    await app.db.updateTable('key_system_cylinder').set({ deleted_at: new Date() }).where('id', '=', one.id).execute();
    const [finding] = ofKind(await check(app, plan), 'missing_object');
    expect(finding).toMatchObject({ count: 1, objects: [{ name: `${one.marking} ${one.name}`, place: null }] });
    expect(finding?.repairs).toMatchObject([{ change: { objects: [cylinder(other.id)] } }]);
    if (finding) await apply(app, plan, finding);
    expect(ofKind(await check(app, plan), 'missing_object')).toEqual([]);
  });

  test('leaves out the rules, people and doors of other plans', async ({ app }) => {
    const mine = await aHouse(app, people);
    const { id: source } = await aConnection(app);
    await aPerson(app, { connection_id: source, department: 'Elsewhere' });
    const far = await aReadKeySystem(app);
    const { id: other } = await aKeyPlan(app, { sources: [source], keySystems: [far.id] });
    const objects = [cylinder(mine.system.cylinder('C-0001').id)];
    await aRule(app, { plan: mine.plan, source: mine.source, departments: ['Ward', 'Elsewhere'], objects });
    await aRule(app, { plan: other, source, departments: ['Nowhere'], objects });
    const { checked, totals } = await check(app, mine.plan);
    const doors = await app.db.selectFrom('cylinder').select('id').where('connection_id', '=', far.id).execute();
    expect(checked).toEqual({ rules: 1, people: 3, doors: doors.length }); // as many as the other key system has
    expect(totals.unused_subject).toBe(1);
  });

  test('leaves out people and doors that another active plan serves', async ({ app }) => {
    const { plan, source, system } = await aHouse(app, people);
    const links = { sources: [source], keySystems: [system.id] };
    const [other, draft] = [await aKeyPlan(app, links), await aKeyPlan(app, { ...links, is_active: false })];
    const door = [cylinder(system.cylinder('C-0001').id)];
    await aRule(app, { plan: other.id, source, departments: ['Reception'], objects: door });
    await aRule(app, {
      plan: draft.id,
      source,
      departments: ['Ward'],
      objects: [cylinder(system.cylinder('C-0002').id)],
    });
    const all = await app.db.selectFrom('cylinder').select('id').where('connection_id', '=', system.id).execute();
    const found = await check(app, plan);
    expect(ofKind(found, 'people_without_rights')).toMatchObject([
      { message: "2 people in 'Ward' may open nothing, by this plan or another.", count: 2 },
    ]);
    expect(ofKind(found, 'cylinder_nobody_opens')).toMatchObject([{ count: all.length - 1 }]);
  });

  test('is of a plan that exists', async ({ app }) => {
    const { problem } = await app.as('superadmin').call(keyPlans.check, { params: { keyplan_id: randomUUID() } });
    expect(problem.code).toBe('not_found');
  });
});
