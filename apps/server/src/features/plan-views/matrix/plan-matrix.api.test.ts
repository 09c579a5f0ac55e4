import {
  accessRules,
  type Input,
  keyPlans,
  type MatrixLine,
  matrixSide,
  matrixVia,
  type PlanMatrix,
  planMatrix,
} from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aPlace, place } from '#test/factories/doors';
import {
  aHouse,
  aKeyPlan,
  aProfile,
  aRule,
  cylinder,
  group,
  location,
  profile,
  syncNow,
} from '#test/factories/key-plans';

/** Ada and Bea of the ward, Cem without a title, Dov without a department; doors of G-01 and one more that stands in a place. */
async function aSmallPlan(app: TestApp) {
  const house = await aHouse(app, [
    { display_name: 'Ada', department: 'Ward', job_title: 'Doctor' },
    { display_name: 'Bea', department: 'Ward', job_title: 'Nurse' },
    { display_name: 'Cem', department: 'Gate', job_title: null },
    { display_name: 'Dov', department: null, job_title: 'Nurse' },
  ]);
  const { call } = app.as('superadmin');
  const { system, plan } = house;
  const { id: groupId } = system.group('G-01');
  const { id: single } = system.cylinder('C-0030');
  const doors = await app.db.selectFrom('cylinder').select(['id', 'marking']).where('group_id', '=', groupId).execute();
  const [first = { id: '', marking: '' }] = doors.sort((a, b) => (a.marking < b.marking ? -1 : 1));
  const inPlan = { params: { keyplan_id: plan } };
  const read = async (query: Input<typeof planMatrix.read>['query'] = {}) =>
    (await call(planMatrix.read, { ...inPlan, query })).body;
  const people = async (query: Input<typeof planMatrix.people>['query'] = {}) =>
    (await call(planMatrix.people, { ...inPlan, query })).body;
  const cells = async (query: Input<typeof planMatrix.people>['query'] = {}) => {
    const [matrix, lines] = [await read(query), await people(query)];
    expect(lines.state).toBe(matrix.state);
    return (label: string, marking: string) => cellOf(matrix, lines.items, [label, marking]);
  };
  return { ...house, call, inPlan, groupId, first, single, read, people, cells };
}

const namesOf = (bits: Record<string, number>, set: number) =>
  Object.keys(bits).filter((name) => ((bits[name] ?? 0) & set) !== 0);

/** What stands at a crossing, a word for each grant that both have: `from+to door`. */
function cellOf(matrix: PlanMatrix, lines: readonly MatrixLine[], [label, marking]: [string, string]): string[] {
  const line = lines.find((one) => one.label === label);
  const column = matrix.columns.find(({ kind, detail }) => kind === 'cylinder' && detail === marking);
  const who = matrix.row_classes[line?.class ?? -1];
  const doors = matrix.column_classes[column?.class ?? -1];
  if (!who || !doors) throw new Error(`${label} or ${marking} has no class`);
  return doors.flatMap(([grant, via]) => {
    if (!who.grants.includes(grant)) return [];
    const sides = namesOf(matrixSide, matrix.grants[grant]?.sides ?? 0).join('+');
    return [[sides, ...namesOf(matrixVia, via), ...(who.personal.includes(grant) ? ['personal'] : [])].join(' ')];
  });
}

const shape = ({ columns }: PlanMatrix) => columns.map(({ kind, depth }) => `${depth} ${kind}`);
const nightly = { days: [1, 2], from: '22:00', to: '06:00', valid_from: null, valid_until: null };

describe('the matrix of a plan', () => {
  test('tells how each rule reaches a door', async ({ app }) => {
    const { plan, source, system, groupId, first, single, cells } = await aSmallPlan(app);
    await app.db.updateTable('key_system_connection').set({ persons_read_at: new Date() }).execute();
    const { id: house } = await aPlace(app, { name: 'House A', type: 'building' });
    await place(app, [single], house);
    const { id: profileId } = await aProfile(app, plan, { cylinders: [first.id] });
    const ward = { plan, source, departments: ['Ward'] };
    await aRule(app, { ...ward, objects: [group(groupId), profile(profileId)] });
    await aRule(app, { plan, source, job_titles: ['Doctor'], objects: [cylinder(first.id)] });
    await aRule(app, { ...ward, objects: [location(house)] });
    const cell = await cells();
    expect(cell('Ada', first.marking)).toEqual(['from+to group profile', 'from+to door']);
    expect(cell('Bea', first.marking)).toEqual(['from+to group profile']);
    expect(cell('Ada', system.cylinder('C-0030').marking)).toEqual(['from+to place']);
    expect(cell('Cem', first.marking)).toEqual([]);
  });

  test('tells what the draft gives and takes, what other plans give, and what is recorded', async ({ app }) => {
    const { plan, source, system, groupId, first, call, inPlan, cells, read } = await aSmallPlan(app);
    const rule = await aRule(app, { plan, source, departments: ['Ward'], objects: [group(groupId)] });
    const { id: other } = await aKeyPlan(app, { sources: [source], keySystems: [system.id] });
    await aRule(app, { plan: other, source, departments: ['Ward'], objects: [cylinder(first.id)] });
    expect((await cells())('Ada', first.marking)).toEqual(['from+to group', 'elsewhere door', 'unknown']);
    await syncNow(app);
    const recorded = ['recorded group', 'recorded door'];
    const sorted = async (who: string) => (await cells())(who, first.marking).sort();
    expect(await sorted('Ada')).toEqual(['from+to group', 'elsewhere door', ...recorded].sort());
    await call(keyPlans.update, { params: { id: plan }, body: { takes_effect: 'on_activation' } });
    await call(accessRules.remove, { params: { keyplan_id: plan, rule_id: rule.id } });
    await aRule(app, { plan, source, departments: ['Gate'], objects: [group(groupId)] });
    expect(await sorted('Ada')).toEqual(['from group', 'elsewhere door', ...recorded].sort());
    expect(await sorted('Cem')).toEqual(['to group']);
    expect((await cells({ from: 'draft', to: 'in_force' }))('Cem', first.marking)).toEqual(['from group']);
    expect((await read()).grants.filter(({ keyplan_id }) => keyplan_id === other)).toHaveLength(2);
    const missing = await call(planMatrix.read, { ...inPlan, query: { to: '99' } });
    expect(missing.status).toBe(404);
  });

  test('names people and their keys, with a class for what they may open', async ({ app }) => {
    const { plan, source, groupId, first, call, inPlan, persons, cells, people } = await aSmallPlan(app);
    const rule = await aRule(app, { plan, source, departments: ['Ward'], objects: [group(groupId)] });
    const [ada = ''] = persons;
    const subjects = [...rule.subjects, { subject_type: 'user' as const, subject_identifier: ada }];
    const params = { keyplan_id: plan, rule_id: rule.id };
    const named = subjects.map(({ subject_type, subject_identifier }) => ({ subject_type, subject_identifier }));
    expect((await call(accessRules.update, { params, body: { subjects: named } })).status).toBe(200);
    await syncNow(app);
    const cell = await cells();
    expect(cell('Ada', first.marking)).toEqual(['from+to group personal', 'recorded group']);
    expect(cell('Bea', first.marking)).toEqual(['from+to group', 'recorded group']);
    const found = async (query: Input<typeof planMatrix.people>['query']) =>
      (await people(query)).items.map(({ label }) => label);
    expect(await found({})).toEqual(['Ada', 'Bea', 'Cem', 'Dov']);
    expect(await found({ department: 'Ward', job_title: 'Nurse' })).toEqual(['Bea']);
    expect(await found({ department: '' })).toEqual(['Dov']);
    expect(await found({ search: 'cem' })).toEqual(['Cem']);
    expect(await people({ limit: 1, offset: 1 })).toMatchObject({ total: 4, items: [{ label: 'Bea' }] });
    const held = { identity: 'P-77' };
    await app.db.updateTable('recorded_person').set(held).where('own_reference', '=', ada).execute();
    const { marking } = await app.db.selectFrom('key').select('marking').orderBy('marking').executeTakeFirstOrThrow();
    await app.db.updateTable('key').set({ holder_identity: held.identity }).where('marking', '=', marking).execute();
    const { body } = await call(planMatrix.keys, { ...inPlan, query: {} });
    const [key] = body.items;
    expect(key).toMatchObject({ detail: 'Ada', person_id: ada, class: (await people()).items[0]?.class });
    expect(body.items.filter(({ person_id }) => person_id === null)).toHaveLength(body.items.length - 1);
  });

  test('puts spellings that rules take for the same into one row, with the people of all of them', async ({ app }) => {
    const { plan, source, system } = await aHouse(app, [
      { display_name: 'Ada', department: 'Finance', job_title: 'Clerk' },
      { display_name: 'Bea', department: 'Finance', job_title: 'CLERK' },
      { display_name: 'Cem', department: 'FINANCE', job_title: 'Clerk' },
      { display_name: 'Dov', department: 'Straße', job_title: null },
      { display_name: 'Eli', department: 'STRASSE', job_title: null },
    ]);
    const { call } = app.as('superadmin');
    await aRule(app, { plan, source, departments: ['FINANCE'], objects: [cylinder(system.cylinder('C-0030').id)] });
    const inPlan = { params: { keyplan_id: plan } };
    const { rows } = (await call(planMatrix.read, { ...inPlan, query: { rows: 'departments' } })).body;
    expect(rows.map(({ id, label, people }) => [id, label, people])).toEqual([
      ['Finance', 'Finance, FINANCE', 3],
      ['Clerk', 'Clerk, CLERK', 3],
      ['STRASSE', 'STRASSE, Straße', 2],
      ['', '', 2],
    ]);
    const titles = (await call(planMatrix.read, { ...inPlan, query: { rows: 'job_titles' } })).body.rows;
    expect(titles.map(({ label, people }) => [label, people])).toEqual([
      ['Clerk, CLERK', 3],
      ['', 2],
    ]);
    const inside = async (query: Input<typeof planMatrix.people>['query']) =>
      (await call(planMatrix.people, { ...inPlan, query })).body.items.map(({ label }) => label);
    expect(await inside({ department: 'Finance' })).toEqual(['Ada', 'Bea', 'Cem']);
    expect(await inside({ department: 'finance', job_title: 'clerk' })).toEqual(['Ada', 'Bea', 'Cem']);
    expect(await inside({ department: 'strasse', job_title: '' })).toEqual(['Dov', 'Eli']);
  });

  test('has departments with their titles, titles, or groups as rows, and those without last', async ({ app }) => {
    const { read, persons, source } = await aSmallPlan(app);
    const labels = async (rows: 'departments' | 'job_titles' | 'groups') =>
      (await read({ rows })).rows.map(({ depth, kind, label, people }) => `${depth} ${kind} ${label} ${people}`);
    expect(await labels('departments')).toEqual([
      '0 department Gate 1',
      '1 rest  1',
      '0 department Ward 2',
      '1 job_title Doctor 1',
      '1 job_title Nurse 1',
      '0 rest  1',
      '1 job_title Nurse 1',
    ]);
    expect(await labels('job_titles')).toEqual(['0 job_title Doctor 1', '0 job_title Nurse 2', '0 rest  1']);
    const [ada = '', bea = ''] = persons;
    const { id } = await app.db
      .insertInto('person_group')
      .values({ id: ada, connection_id: source, external_id: 'night', name: 'Night shift' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await app.db
      .updateTable('person')
      .set({ group_ids: [id] })
      .where('id', 'in', [ada, bea])
      .execute();
    expect(await labels('groups')).toEqual(['0 group Night shift 2', '0 rest  2']);
    expect((await read({ rows: 'people' })).rows).toEqual([]);
  });

  test('has places, in them groups, in them cylinders as columns', async ({ app }) => {
    const { read, groupId, single, first } = await aSmallPlan(app);
    const { id: campus } = await aPlace(app, { name: 'Campus', type: 'site' });
    const { id: house } = await aPlace(app, { name: 'House', type: 'building', parent_id: campus });
    await aPlace(app, { name: 'Empty', type: 'building', parent_id: campus });
    await app.db.updateTable('key_system_cylinder').set({ group_id: null }).where('id', '=', single).execute();
    await place(app, [first.id, single], house);
    const matrix = await read();
    expect(shape(matrix).slice(0, 6)).toEqual([
      '0 location',
      '1 location',
      '2 cylinder_group',
      '3 cylinder',
      '2 cylinder',
      '0 rest',
    ]);
    expect(matrix.columns.filter(({ id }) => id === groupId).map(({ depth }) => depth)).toEqual([2, 1]);
    expect(matrix.columns.filter(({ kind }) => kind === 'cylinder')).toHaveLength(matrix.doors);
  });

  test('shows where rules give different hours, as the check of the plan finds them', async ({ app }) => {
    const { plan, source, first, single, call, read, people } = await aSmallPlan(app);
    const hours = { time_restrictions: [nightly] };
    await aRule(app, { plan, source, departments: ['Ward'], objects: [cylinder(first.id)] });
    await aRule(app, { plan, source, job_titles: ['Nurse'], objects: [cylinder(single)], ...hours });
    const matrix = await read();
    const torn = (await people()).items.filter((line) => matrix.row_classes[line.class ?? -1]?.has_conflict);
    expect(torn.map(({ label }) => label)).toEqual(['Bea']);
    const { body: check } = await call(keyPlans.check, { params: { keyplan_id: plan } });
    expect(check.findings.filter(({ kind }) => kind === 'schedule_conflict')).toMatchObject([{ count: torn.length }]);
    expect(matrix.hours).toEqual([[], [nightly]]);
    expect(matrix.grants.map((grant) => grant.hours)).toEqual([0, 1, 0]);
  });

  test('leaves out rules whose dates are over, and says when one begins', async ({ app }) => {
    const { plan, source, first, read, cells } = await aSmallPlan(app);
    const dated = (valid_from: string | null, valid_until: string | null) => ({
      time_restrictions: [{ ...nightly, valid_from, valid_until }],
    });
    const objects = [cylinder(first.id)];
    await aRule(app, { plan, source, departments: ['Ward'], objects, ...dated(null, '2020-01-01T00:00:00.000Z') });
    await aRule(app, { plan, source, departments: ['Gate'], objects, ...dated('2099-01-01T00:00:00.000Z', null) });
    const cell = await cells();
    expect([cell('Ada', first.marking), cell('Cem', first.marking)]).toEqual([
      ['unknown'],
      ['from+to door', 'unknown'],
    ]);
    expect((await read()).grants.map(({ begins }) => begins)).toEqual(['2099-01-01T00:00:00.000Z', null]);
  });

  test('has another state when a class changes, and the same when none does', async ({ app }) => {
    const { plan, source, groupId, read, people, persons } = await aSmallPlan(app);
    await aRule(app, { plan, source, departments: ['Ward'], objects: [group(groupId)] });
    const { state } = await read();
    const [ada = ''] = persons;
    await app.db.updateTable('person').set({ display_name: 'Ada B.' }).where('id', '=', ada).execute();
    expect((await people()).state).toBe(state);
    await app.db.updateTable('person').set({ department: 'Gate' }).where('id', '=', ada).execute();
    const moved = await people();
    expect(moved.state).not.toBe(state);
    expect((await read()).state).toBe(moved.state);
  });

  test('says new names, classes of protection and numbers of keys at the next question', async ({ app }) => {
    const { plan, source, single, persons, read } = await aSmallPlan(app);
    const { id: house } = await aPlace(app, { name: 'House A', type: 'building' });
    await place(app, [single], house);
    await aRule(app, { plan, source, departments: ['Ward'], objects: [location(house)] });
    const shown = async () => {
      const { columns, rows, keys } = await read({ rows: 'job_titles' });
      const [top] = columns;
      const door = columns.find(({ id }) => id === single);
      return [top?.label, top?.protection_class, door?.label, rows.map(({ label }) => label).join(), keys];
    };
    const [, , name, , keys] = await shown();
    expect(await shown()).toEqual(['House A', null, name, 'Doctor,Nurse,', keys]);
    await app.db.updateTable('location').set({ protection_class: 3 }).where('id', '=', house).execute();
    expect((await shown())[1]).toBe(3);
    await app.db.updateTable('location').set({ name: 'House B' }).where('id', '=', house).execute();
    await app.db.updateTable('door').set({ own_name: 'Gate' }).where('id', '=', single).execute();
    await app.db
      .updateTable('person')
      .set({ job_title: 'Porter' })
      .where('id', '=', persons[2] ?? '')
      .execute();
    await app.db.updateTable('key').set({ deleted_at: new Date() }).execute();
    expect(await shown()).toEqual(['House B', 3, 'Gate', 'Doctor,Nurse,Porter', 0]);
    expect(keys).toBeGreaterThan(0);
  });

  test('answers the same bytes to a client that takes gzip and to one that does not', async ({ app }) => {
    const { plan, source, groupId, inPlan } = await aSmallPlan(app);
    await aRule(app, { plan, source, departments: ['Ward'], objects: [group(groupId)] });
    const ask = async (coding: string) => {
      const authorization = `Bearer ${await app.as('superadmin').token()}`;
      const headers = { authorization, 'accept-encoding': coding };
      const answer = await fetch(`${app.url}/api/v1/key-plan/keyplans/${inPlan.params.keyplan_id}/matrix`, { headers });
      return [answer.headers.get('content-encoding'), await answer.text()] as const;
    };
    const [[packed, text], [plain, same]] = [await ask('gzip, deflate, br'), await ask('gzip;q=0, identity')];
    expect([packed, plain]).toEqual(['gzip', null]);
    expect(same).toBe(text);
  });

  test('is empty for a plan without sources and key systems', async ({ app }) => {
    const { call } = await aSmallPlan(app);
    const { id: keyplan_id } = await aKeyPlan(app);
    const { body } = await call(planMatrix.read, { params: { keyplan_id }, query: {} });
    expect(body).toMatchObject({ people: 0, keys: 0, doors: 0, grants: [], columns: [], rows: [], row_classes: [] });
    const lines = await call(planMatrix.people, { params: { keyplan_id }, query: {} });
    expect(lines.body).toMatchObject({ items: [], total: 0 });
  });
});
