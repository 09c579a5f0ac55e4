import { accessRules, type Input, roleMappings } from '@key2xs/contract';
import { parse } from 'csv-parse/sync';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { twoHouses } from '#test/factories/doors';
import { aConnection } from '#test/factories/iam';
import { aKeyPlan, aProfile, aRule, group, profile } from '#test/factories/key-plans';
import { aPerson } from '#test/factories/people';

/** Nurses have a profile with two doors, by a rule in force; Odo and the ward have the labs, by one of an inactive plan. */
async function aScene(app: TestApp) {
  const { groupId } = await twoHouses(app);
  const { id: source } = await aConnection(app);
  const { id: odo } = await aPerson(app, { connection_id: source, display_name: 'Odo Brackwater' });
  const { id: day } = await aKeyPlan(app, { name: 'Day', sources: [source] });
  const { id: night } = await aKeyPlan(app, { name: 'Night', sources: [source], is_active: false });
  const { id: offices } = await aProfile(app, day, { name: 'Offices', groups: [groupId('Offices')] });
  const rule = await aRule(app, {
    plan: day,
    source,
    name: 'Nurses',
    job_titles: ['Nurse'],
    objects: [profile(offices), group(groupId('Labs'))],
  });
  const subjects = [
    { subject_type: 'user' as const, subject_identifier: odo },
    { subject_type: 'department' as const, subject_identifier: 'Ward' },
  ];
  await app.as('superadmin').call(accessRules.create, {
    params: { keyplan_id: night },
    body: { name: 'Both', subjects, objects: [group(groupId('Labs'))], subject_match: 'all' },
  });
  const list = async (query: Input<typeof roleMappings.list>['query'] = {}) =>
    (await app.as('superadmin').call(roleMappings.list, { query })).body;
  return { list, day, night, offices, odo, rule };
}

describe('GET /key-plan/role-mappings', () => {
  test('tells of each subject of each rule what it leads to', async ({ app }) => {
    const { list, day, night, offices, odo, rule } = await aScene(app);
    const { items, ...page } = await list();
    expect(page).toEqual({ total: 3, limit: 100, offset: 0 });
    expect(items).toEqual([
      {
        id: rule.subjects[0]?.id,
        subject_type: 'job_title',
        subject_identifier: 'Nurse',
        subject_name: 'Nurse',
        keyplan_id: day,
        keyplan_name: 'Day',
        rule_id: rule.id,
        rule_name: 'Nurses',
        subject_match: 'any',
        is_active: true,
        access_profiles: [{ id: offices, name: 'Offices' }],
        cylinders: 3,
      },
      expect.objectContaining({
        subject_type: 'user',
        subject_identifier: odo,
        subject_name: 'Odo Brackwater',
        keyplan_id: night,
        subject_match: 'all',
        is_active: false,
        access_profiles: [],
        cylinders: 1,
      }),
      expect.objectContaining({ subject_type: 'department', subject_name: 'Ward', cylinders: 1 }),
    ]);
  });

  test('filters, searches, sorts and pages', async ({ app }) => {
    const { list, night, offices, rule, odo } = await aScene(app);
    const found: [Input<typeof roleMappings.list>['query'], string[]][] = [
      [{ keyplan_id: night }, ['Odo Brackwater', 'Ward']],
      [{ rule_id: rule.id }, ['Nurse']],
      [{ access_profile_id: offices }, ['Nurse']],
      [{ subject_type: 'department' }, ['Ward']],
      [{ subject_identifier: 'nurse' }, ['Nurse']],
      [{ subject_identifier: odo }, ['Odo Brackwater']],
      [{ is_active: 'true' }, ['Nurse']],
      [{ is_active: 'false' }, ['Odo Brackwater', 'Ward']],
      [{ search: 'BRACK' }, ['Odo Brackwater']],
      [{ search: 'night' }, ['Odo Brackwater', 'Ward']],
      [{ sort: '-subject' }, ['Ward', 'Odo Brackwater', 'Nurse']],
      [{ sort: 'rule_name' }, ['Odo Brackwater', 'Ward', 'Nurse']],
      [{ sort: 'keyplan_name', limit: 1 }, ['Nurse']],
      [{ offset: 2, limit: 0 }, ['Ward']],
    ];
    for (const [query, names] of found) {
      const { items } = await list(query);
      expect([query, items.map(({ subject_name }) => subject_name)]).toEqual([query, names]);
    }
    expect((await list({ limit: 9_999 })).limit).toBe(1_000);
  });

  test('is there as CSV', async ({ app }) => {
    await aScene(app);
    const { text } = await app.as('superadmin').call(roleMappings.exportCsv, { query: { subject_type: 'job_title' } });
    expect(parse(text, { bom: true, columns: true })).toMatchObject([
      { subject_name: 'Nurse', keyplan_name: 'Day', rule_name: 'Nurses', access_profiles: 'Offices', cylinders: '3' },
    ]);
  });
});
