import { randomUUID } from 'node:crypto';
import { access, type Input } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aHouse, aRule, cylinder, group } from '#test/factories/key-plans';

const mondayNoon = '2037-03-02T12:00:00Z';
const sundayNoon = '2037-03-01T12:00:00Z';
const mondays = [{ days: [1], from: '08:00', to: '18:00', valid_from: null, valid_until: null }];

/** A ward with hours at the first door, nurses who may open it always, and a porter who may open nothing. */
async function aWardWithHours(app: TestApp) {
  const house = await aHouse(app, [
    { display_name: 'Ada', department: 'Ward', job_title: 'Doctor', employee_id: '7' },
    { display_name: 'Bea', department: 'Ward', job_title: 'Nurse' },
    { display_name: 'Cem', department: 'Gate', job_title: 'Porter' },
    { display_name: 'Dov', department: 'Ward', job_title: 'Nurse', active: false },
  ]);
  const { plan, source, system } = house;
  const door = system.cylinder('C-0001').id;
  const inWard = await aRule(app, {
    plan,
    source,
    name: 'Ward by day',
    departments: ['Ward'],
    objects: [cylinder(door), group(system.group('G-02').id)],
    time_restrictions: mondays,
  });
  await aRule(app, { plan, source, name: 'Nurses', job_titles: ['nurse'], objects: [cylinder(door)] });
  return { ...house, door, inWard: inWard.id };
}

const check = (app: TestApp, query: Input<typeof access.check>['query']) =>
  app.as('superadmin').call(access.check, { query });

const listPeople = (app: TestApp, cylinder_id: string, query: Input<typeof access.doorPeople>['query'] = {}) =>
  app.as('superadmin').call(access.doorPeople, { params: { cylinder_id }, query });

describe('GET /access/check', () => {
  test('says yes with the reasons, at the moment and until when', async ({ app }) => {
    const { persons, door, inWard } = await aWardWithHours(app);
    const [ada = ''] = persons;
    const { status, body } = await check(app, { person_id: ada, cylinder_id: door, at: mondayNoon });
    expect(status).toBe(200);
    expect(body).toMatchObject({ person_id: ada, cylinder_id: door, layer: 'desired', at: mondayNoon });
    expect(body).toMatchObject({ may_open: true, open_now: true });
    expect(body.reasons).toMatchObject([
      {
        rule_id: inWard,
        rule_name: 'Ward by day',
        matched: [{ subject_type: 'department', subject_identifier: 'Ward' }],
        path: [{ object_type: 'cylinder', id: door }],
        open_now: true,
        until: '2037-03-02T18:00:00.000Z',
      },
    ]);
  });

  test('tells a right outside its hours from none', async ({ app }) => {
    const { persons, door, system } = await aWardWithHours(app);
    const [ada = '', bea = '', cem = '', dov = ''] = persons;
    const answers: [boolean, boolean][] = [];
    for (const person_id of [ada, bea, cem, dov]) {
      const { body } = await check(app, { person_id, cylinder_id: door, at: sundayNoon });
      answers.push([body.may_open, body.open_now]);
    }
    expect(answers).toEqual([
      [true, false],
      [true, true],
      [false, false],
      [false, false],
    ]);
    const other = await check(app, { person_id: bea, cylinder_id: system.cylinder('C-0030').id });
    expect(other.body).toMatchObject({ may_open: false, reasons: [] });
  });

  test('says what a person without access would have to be, and when no rule matches', async ({ app }) => {
    const { persons, door, inWard, plan, system } = await aWardWithHours(app);
    const [ada = '', , cem = '', dov = ''] = persons;
    const refusalOf = async (person_id: string, cylinder_id = door) =>
      (await check(app, { person_id, cylinder_id, explain_refusal: 'true' })).body.refusal;
    expect((await check(app, { person_id: cem, cylinder_id: door })).body.refusal).toBeNull();
    expect(await refusalOf(ada)).toBeNull();
    const refused = await refusalOf(cem);
    expect(refused).toMatchObject({ person: 'active', recorded: 'unknown' });
    expect(refused?.rules.find(({ rule_id }) => rule_id === inWard)).toEqual({
      keyplan_id: plan,
      keyplan_name: expect.any(String),
      rule_id: inWard,
      rule_name: 'Ward by day',
      windows: mondays,
      why: 'subjects',
      subjects: [{ subject_type: 'department', subject_identifier: 'Ward', name: 'Ward' }],
      needs: 'any',
    });
    expect(refused?.rules.map(({ rule_name }) => rule_name).sort()).toEqual(['Nurses', 'Ward by day']);
    expect(await refusalOf(dov)).toMatchObject({ person: 'inactive', rules: [] });
    expect(await refusalOf(cem, system.cylinder('C-0030').id)).toMatchObject({ person: 'active', rules: [] });
  });

  test('finds no person and no cylinder that are not there', async ({ app }) => {
    const { persons, door } = await aWardWithHours(app);
    const [ada = ''] = persons;
    const unknown = [
      await check(app, { person_id: randomUUID(), cylinder_id: door }),
      await check(app, { person_id: ada, cylinder_id: randomUUID() }),
    ];
    expect(unknown.map(({ status, problem }) => [status, problem.code])).toEqual([
      [404, 'not_found'],
      [404, 'not_found'],
    ]);
    await app.db.updateTable('key_system_cylinder').set({ deleted_at: new Date() }).where('id', '=', door).execute();
    expect((await check(app, { person_id: ada, cylinder_id: door })).status).toBe(404);
  });

  test('answers for the state that was acknowledged last, and says for which', async ({ app }) => {
    const { persons, door, plan } = await aWardWithHours(app);
    const pair = { person_id: persons[1] ?? '', cylinder_id: door };
    const before = await check(app, pair);
    await app.db.updateTable('key_plan').set({ is_active: false }).where('id', '=', plan).execute();
    const after = await check(app, pair);
    expect([before.body.may_open, after.body.may_open]).toEqual([true, false]);
    expect(after.body.revision).not.toBe(before.body.revision);
  });
});

describe('GET /access/cylinders/:cylinder_id/people', () => {
  test('lists who may open a door, and because of what', async ({ app }) => {
    const { door, persons, source } = await aWardWithHours(app);
    const { status, body } = await listPeople(app, door, { at: sundayNoon });
    expect([status, body.total]).toEqual([200, 2]);
    expect(body.items).toMatchObject([
      { id: persons[0], connection_id: source, display_name: 'Ada', employee_id: '7', open_now: false },
      { id: persons[1], display_name: 'Bea', department: 'Ward', job_title: 'Nurse', open_now: true },
    ]);
    const because = body.items.map(({ reasons }) => reasons.map(({ rule_name, open_now }) => [rule_name, open_now]));
    expect(because[0]).toEqual([['Ward by day', false]]);
    expect(because[1]).toHaveLength(2);
    expect(because[1]).toEqual(
      expect.arrayContaining([
        ['Ward by day', false],
        ['Nurses', true],
      ]),
    );
  });

  test.for<[Input<typeof access.doorPeople>['query'], string[]]>([
    [{ search: 'bea' }, ['Bea']],
    [{ job_title: 'Doctor' }, ['Ada']],
    [{ department: 'Gate' }, []],
    [{ at: sundayNoon, open_now: 'true' }, ['Bea']],
    [{ at: sundayNoon, open_now: 'false' }, ['Ada']],
    [{ at: mondayNoon, open_now: 'true' }, ['Ada', 'Bea']],
    [{ sort: '-display_name' }, ['Bea', 'Ada']],
    [{ sort: 'job_title', limit: 1, offset: 1 }, ['Bea']],
  ])('narrows by %o', async ([query, expected], { app }) => {
    const { door } = await aWardWithHours(app);
    const { body } = await listPeople(app, door, query);
    expect(body.items.map(({ display_name }) => display_name)).toEqual(expected);
  });

  test('exports what is filtered, with the rules behind it', async ({ app }) => {
    const { door } = await aWardWithHours(app);
    const params = { cylinder_id: door };
    const { text } = await app
      .as('superadmin')
      .call(access.exportDoorPeople, { params, query: { job_title: 'Doctor' } });
    const [head, ...rows] = text
      .replace(/^\uFEFF/, '')
      .trim()
      .split(/\r?\n/);
    expect(head).toBe('employee_id,display_name,department,job_title,doors,open_now,recorded,since,because');
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatch(/^7,Ada,Ward,Doctor,1,(true|false),unknown,[^,]+,Ward by day$/);
  });

  test('finds no door that is not there', async ({ app }) => {
    expect((await listPeople(app, randomUUID())).problem.code).toBe('not_found');
  });
});
