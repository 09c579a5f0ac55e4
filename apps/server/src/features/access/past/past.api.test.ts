import { randomUUID } from 'node:crypto';
import { type AccessCheck, access, accessRules, type Input, keyPlans } from '@key2xs/contract';
import { sql } from 'kysely';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { importPeople } from '#test/factories/iam';
import { aHouse, aProfile, aRule, aWard, bringIntoForce, cylinder, group, profile } from '#test/factories/key-plans';
import { anHourLater, momentOf } from '#test/past';

/** A ward that may open a door by itself, and another one by its group; a porter who may open neither. */
async function aHospital(app: TestApp) {
  const house = await aHouse(app, [
    { display_name: 'Nurse', department: 'Ward' },
    { display_name: 'Porter', department: 'Gate' },
  ]);
  const { plan, source, system } = house;
  const door = system.cylinder('C-0001').id;
  const grouped = system.cylinder('C-0005').id; // in G-02
  const objects = [cylinder(door), group(system.group('G-02').id)];
  const { id: rule } = await aRule(app, { plan, source, name: 'Ward doors', departments: ['Ward'], objects });
  const [nurse = '', porter = ''] = house.persons;
  return { ...house, door, grouped, rule, nurse, porter };
}

type Hospital = Awaited<ReturnType<typeof aHospital>>;

const check = (app: TestApp, person_id: string, cylinder_id: string, at?: string) =>
  app.as('superadmin').call(access.check, { query: { person_id, cylinder_id, at } });

const may = async (
  app: TestApp,
  person: string,
  door: string,
  at?: string,
): Promise<[boolean, AccessCheck['as_of']]> => {
  const { status, body, text } = await check(app, person, door, at);
  expect([status, text]).toEqual([200, text]);
  return [body.may_open, body.as_of];
};

const update =
  (table: 'person' | 'key_system_cylinder' | 'door', id: string, values: object) =>
  ({ db }: TestApp): Promise<unknown> =>
    db.updateTable(table).set(values).where('id', '=', id).execute();

/** A place with a clock of its own. */
async function aSite({ db }: TestApp, time_zone: string): Promise<string> {
  const id = randomUUID();
  await db.insertInto('location').values({ id, name: time_zone, type: 'site', time_zone }).execute();
  return id;
}

/** Hours that count now where clocks are set to this zone, and not on the other side of the world. */
function aroundNowIn(timeZone: string) {
  const now = Number(new Intl.DateTimeFormat('en', { hour: '2-digit', hourCycle: 'h23', timeZone }).format(new Date()));
  const time = (hour: number) => `${String(hour % 24).padStart(2, '0')}:00`;
  return { days: [1, 2, 3, 4, 5, 6, 7], from: time(now + 23), to: time(now + 2), valid_from: null, valid_until: null };
}

type Pair = (house: Hospital) => [person: string, door: string];
type Change = (app: TestApp, house: Hospital) => Promise<unknown>;
const nurseAtDoor: Pair = ({ nurse, door }) => [nurse, door];

const switchOff: Change = (app, { plan }) =>
  app.as('superadmin').call(keyPlans.update, { params: { id: plan }, body: { is_active: false } });

const changeRule = (app: TestApp, { plan, rule }: Hospital, { subject_identifier }: { subject_identifier: string }) =>
  app.as('superadmin').call(accessRules.replaceSubjects, {
    params: { keyplan_id: plan, rule_id: rule },
    body: { subjects: [{ subject_type: 'department', subject_identifier }] },
  });

const changes: [string, { pair: Pair; change: Change; before: boolean }][] = [
  [
    'a person has come into the ward',
    {
      pair: ({ porter, door }) => [porter, door],
      change: (app, { porter }) => update('person', porter, { department: 'Ward' })(app),
      before: false,
    },
  ],
  [
    'a person has gone to another department',
    {
      pair: nurseAtDoor,
      change: (app, { nurse }) => update('person', nurse, { department: 'Gate' })(app),
      before: true,
    },
  ],
  [
    'a person has left',
    { pair: nurseAtDoor, change: (app, { nurse }) => update('person', nurse, { active: false })(app), before: true },
  ],
  [
    'a rule names others',
    { pair: nurseAtDoor, change: (app, house) => changeRule(app, house, { subject_identifier: 'Gate' }), before: true },
  ],
  [
    'a rule has been deleted',
    {
      pair: nurseAtDoor,
      change: (app, { plan, rule }) => {
        const params = { keyplan_id: plan, rule_id: rule };
        return app.as('superadmin').call(accessRules.remove, { params });
      },
      before: true,
    },
  ],
  ['a plan has been switched off', { pair: nurseAtDoor, change: switchOff, before: true }],
  [
    'a plan has been deleted',
    {
      pair: nurseAtDoor,
      change: async (app, house) => {
        await switchOff(app, house);
        const { status } = await app.as('superadmin').call(keyPlans.remove, { params: { id: house.plan } });
        expect(status).toBe(200);
      },
      before: true,
    },
  ],
  [
    'a cylinder has left its group',
    {
      pair: ({ nurse, grouped }) => [nurse, grouped],
      change: (app, { grouped }) => update('key_system_cylinder', grouped, { group_id: null })(app),
      before: true,
    },
  ],
];

describe('GET /access/check, of a moment in the past', () => {
  test.for(changes)('answers what counted before %s', async ([, { pair, change, before }], { app }) => {
    const house = await aHospital(app);
    const [person, door] = pair(house);
    const moment = await momentOf(app);
    await change(app, house);
    const after = await momentOf(app);
    anHourLater(app);
    expect([
      await may(app, person, door, moment),
      await may(app, person, door, after),
      await may(app, person, door),
    ]).toEqual([
      [before, 'past'],
      [!before, 'past'],
      [!before, 'now'],
    ]);
  });

  test('names the rule and the doors, though the cylinder has been deleted since', async ({ app }) => {
    const { nurse, door, source, rule } = await aHospital(app);
    const moment = await momentOf(app);
    await update('key_system_cylinder', door, { deleted_at: new Date() })(app);
    anHourLater(app);
    expect((await check(app, nurse, door)).status).toBe(404);
    const { body } = await check(app, nurse, door, moment);
    expect(body).toMatchObject({ may_open: true, reasons: [{ rule_id: rule, rule_name: 'Ward doors' }] });
    const params = { connection_id: source, user_id: nurse };
    const then = await app.as('superadmin').call(access.evaluate, { params, query: { at: moment } });
    expect(then.body.as_of).toBe('past');
    expect(then.body.grants.map(({ cylinder_id }) => cylinder_id)).toContain(door);
    const now = await app.as('superadmin').call(access.evaluate, { params, query: {} });
    expect(now.body.grants.map(({ cylinder_id }) => cylinder_id)).not.toContain(door);
  });

  test('names the profile and the rule as they were called, and who had changed the rule last', async ({ app }) => {
    const { nurse, plan, source, system } = await aHospital(app);
    const door = system.cylinder('C-0030').id;
    const { id } = await aProfile(app, plan, { cylinders: [door], name: 'Stores' });
    const { id: rule_id } = await aRule(app, {
      plan,
      source,
      name: 'Stores by day',
      departments: ['Ward'],
      objects: [profile(id)],
    });
    const moment = await momentOf(app);
    const { call } = app.as('superadmin');
    await call(accessRules.remove, { params: { keyplan_id: plan, rule_id } });
    await app.db.deleteFrom('access_profile').where('id', '=', id).execute();
    await app.db.transaction().execute(bringIntoForce);
    anHourLater(app);
    const { body } = await check(app, nurse, door, moment);
    expect(body.reasons).toMatchObject([{ rule_name: 'Stores by day', path: [{ name: 'Stores' }, { id: door }] }]);
    expect(body.reasons[0]?.rule_updated_by).not.toBe('');
    expect(Date.parse(body.reasons[0]?.rule_updated_at ?? '')).toBeLessThanOrEqual(Date.parse(moment));
  });

  test('denies people who were not there yet, and does not find unknown people', async ({ app }) => {
    const { door, source, nurse } = await aHospital(app);
    const moment = await momentOf(app);
    const { db } = app;
    const late = randomUUID();
    await sql`insert into person (id, external_id, connection_id, display_name, department, source_hash)
      select ${late}, 'late', connection_id, 'Late', 'Ward', '' from person where id = ${nurse}`.execute(db);
    anHourLater(app);
    expect([await may(app, late, door, moment), await may(app, late, door)]).toEqual([
      [false, 'past'],
      [true, 'now'],
    ]);
    expect((await check(app, randomUUID(), door, moment)).status).toBe(404);
    expect(source).toBeDefined();
  });

  test('reads hours by the clock of the place where the cylinder stood', async ({ app }) => {
    const { plan, source, nurse, system } = await aHospital(app);
    const door = system.cylinder('C-0030').id;
    const [tokyo, lima] = [await aSite(app, 'Asia/Tokyo'), await aSite(app, 'America/Lima')];
    await update('door', door, { placed_by: 'hand', location_id: tokyo })(app);
    const time_restrictions = [aroundNowIn('Asia/Tokyo')];
    await aRule(app, { plan, source, departments: ['Ward'], objects: [cylinder(door)], time_restrictions });
    const ruled = await momentOf(app);
    await update('door', door, { location_id: lima })(app);
    await app.db.updateTable('location').set({ time_zone: 'America/Lima' }).where('id', '=', tokyo).execute();
    const moved = await momentOf(app);
    anHourLater(app);
    const isOpen = async (at: string) => (await check(app, nurse, door, at)).body.open_now;
    expect([await isOpen(ruled), await isOpen(moved)]).toEqual([true, false]);
  });

  test('refuses a moment before the past is kept, and says since when it is', async ({ app }) => {
    const { nurse, door } = await aHospital(app);
    await app.db.updateTable('memory').set({ kept_since: '2026-05-03T10:00:00Z' }).execute();
    expect(await may(app, nurse, door, '2026-05-03T10:00:00Z')).toEqual([false, 'past']);
    const { status, problem } = await check(app, nurse, door, '2026-05-03T09:59:59Z');
    expect([status, problem.code]).toEqual([410, 'past_not_kept']);
    expect(problem).toMatchObject({
      detail: 'What people could open is kept since 3 May 2026.',
      kept_since: '2026-05-03T10:00:00.000Z',
    });
  });

  test('asks the present for a moment to come', async ({ app }) => {
    const { nurse, door } = await aHospital(app);
    expect(await may(app, nurse, door, '2037-01-01T00:00:00Z')).toEqual([true, 'now']);
  });
});

describe('GET /access/cylinders/:id/people, of a moment in the past', () => {
  test('lists those who could open it then', async ({ app }) => {
    const { nurse, porter, door } = await aHospital(app);
    const moment = await momentOf(app);
    await update('person', nurse, { active: false })(app);
    await update('person', porter, { department: 'Ward' })(app);
    anHourLater(app);
    const list = async (at?: string) => {
      const params = { cylinder_id: door };
      const { body } = await app.as('superadmin').call(access.doorPeople, { params, query: { at } });
      return body.items.map(({ id }) => id);
    };
    expect([await list(moment), await list()]).toEqual([[nurse], [porter]]);
  });

  test('shows their department and job title of then, and narrows and sorts by these', async ({ app }) => {
    const { nurse, porter, door } = await aHospital(app);
    await update('person', porter, { department: 'Ward', job_title: 'Aide' })(app);
    await update('person', nurse, { job_title: 'Sister' })(app);
    const moment = await momentOf(app);
    await update('person', nurse, { department: 'Gate', job_title: null, active: false })(app);
    anHourLater(app);
    const list = async (query: Input<typeof access.doorPeople>['query']) => {
      const params = { cylinder_id: door };
      const { body } = await app.as('superadmin').call(access.doorPeople, { params, query: { at: moment, ...query } });
      return body.items.map(({ display_name, department, job_title, active }) =>
        [display_name, department, job_title, active].join(),
      );
    };
    const [then, aide] = ['Nurse,Ward,Sister,true', 'Porter,Ward,Aide,true'];
    expect(await list({ sort: 'job_title' })).toEqual([aide, then]);
    expect(await list({ department: 'Ward', job_title: 'Sister' })).toEqual([then]);
    expect(await list({ department: 'Gate' })).toEqual([]);
  });
});

describe('what a key system had recorded', () => {
  test('is shown as it was: the person, and the profiles', async ({ app }) => {
    const { source, persons, system } = await aWard(app, 1);
    const [person = ''] = persons;
    const ask = async (at?: string) => {
      const params = { connection_id: source, user_id: person };
      const { body } = await app.as('superadmin').call(access.evaluate, { params, query: { at } });
      return body.recorded.map(({ state, profiles }) => [state, ...profiles]);
    };
    const ward = randomUUID();
    const before = await momentOf(app);
    await app.db
      .insertInto('recorded_person')
      .values({ connection_id: system.id, own_reference: person, first_name: 'A', surname: 'B', active: true })
      .execute();
    await app.db
      .insertInto('recorded_profile')
      .values({ connection_id: system.id, own_reference: ward, name: 'Ward', description: '' })
      .execute();
    const member = { connection_id: system.id, profile_reference: ward, person_reference: person };
    await app.db.insertInto('recorded_profile_member').values(member).execute();
    const held = await momentOf(app);
    await app.db.deleteFrom('recorded_profile_member').execute();
    const without = await momentOf(app);
    await app.db.updateTable('recorded_person').set({ active: false }).execute();
    const left = await momentOf(app);
    await app.db.deleteFrom('recorded_person').execute();
    anHourLater(app);
    expect([await ask(before), await ask(held), await ask(without), await ask(left), await ask()]).toEqual([
      [['absent']],
      [['active', 'Ward']],
      [['active']],
      [['inactive']],
      [['absent']],
    ]);
  });
});

describe('the former values', () => {
  const countPast = async ({ db }: TestApp) => {
    const { rows } = await sql<{ kind: string; count: number }>`
      select kind, count(*)::int as count from access_past group by kind order by kind`.execute(db);
    return rows.map(({ kind, count }) => `${count} ${kind}`);
  };
  const ada = { external_id: 'E1', display_name: 'Ada', department: 'Ward' };

  test('are none after a first import and after a new phone number', async ({ app }) => {
    const { source } = await aHouse(app, []);
    await importPeople(app, source, [ada]);
    await importPeople(app, source, [{ ...ada, email: 'ada@example.org' }]);
    expect(await countPast(app)).toEqual([]);
    await importPeople(app, source, [{ ...ada, department: 'Gate' }]);
    expect(await countPast(app)).toEqual(['1 person']);
  });

  test('are those of the transaction: one that is rolled back leaves none', async ({ app }) => {
    const { nurse } = await aHospital(app);
    const rolledBack = app.db.transaction().execute(async (tx) => {
      await tx.updateTable('person').set({ department: 'Gate' }).where('id', '=', nurse).execute();
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    expect(await countPast(app)).toEqual([]);
  });

  test('of deleted people hold ids, department, title, state and dates only', async ({ app }) => {
    const { nurse, source } = await aHospital(app);
    await app.db.deleteFrom('person').where('id', '=', nurse).execute();
    const rows = await app.db.selectFrom('access_past').select(['record_id', 'content']).execute();
    expect(rows).toEqual([
      {
        record_id: nurse,
        content: {
          connection_id: source,
          active: true,
          department: 'Ward',
          job_title: null,
          group_ids: [],
          state: 'active',
          starts_on: null,
          ends_on: null,
        },
      },
    ]);
  });
});
