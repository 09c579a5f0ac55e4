import { randomUUID } from 'node:crypto';
import { type AsOfSubject, accessAsOf } from '@key2xs/contract';
import { foldText } from '@key2xs/domain';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aSubAdmin } from '#test/factories/administrators';
import { aPlace, place } from '#test/factories/doors';
import { aHouse, aRule, aWard, cylinder } from '#test/factories/key-plans';
import { aKeySystem, asAnotherClient, readInventory } from '#test/factories/key-systems';
import { anHourLater, momentOf } from '#test/past';
import { textsOfPages } from '#test/pdf-texts';
import { kindOfJob, runNow } from '#test/run-jobs';
import { send } from '#test/send';
import { lookAtKeysJob } from '../../recorded/service';

const ask = async (app: TestApp, of: AsOfSubject, id: string, at?: string) => {
  const { status, body, text } = await app.as('superadmin').call(accessAsOf.list, { query: { of, id, at } });
  expect([status, text]).toEqual([200, text]);
  return body.items;
};

const layersOf = async (app: TestApp, of: AsOfSubject, id: string, at?: string) =>
  (await ask(app, of, id, at)).map(({ person_name, marking, desired, recorded, effective }) =>
    [person_name, marking, desired, recorded, effective].join(' '),
  );

describe('who could open a door at a moment', () => {
  test('is told by plan, with the version and who published it, and by what was recorded', async ({ app }) => {
    const house = await aHouse(app, [{ display_name: 'Nurse', department: 'Ward' }]);
    const { plan, source, system } = house;
    const [nurse = ''] = house.persons;
    const door = system.cylinder('C-0001');
    const { id: rule } = await aRule(app, {
      ...{ plan, source, name: 'Ward doors', departments: ['Ward'], objects: [cylinder(door.id)] },
    });
    await app.db
      .insertInto('recorded_person')
      .values({ connection_id: system.id, own_reference: nurse, first_name: 'N', surname: 'N', active: true })
      .execute();
    await app.db
      .insertInto('recorded_profile')
      .values({
        ...{ connection_id: system.id, own_reference: rule, name: 'Ward', description: '' },
        content: JSON.stringify({ cylinders: ['C-0001'], cylinder_groups: [] }),
      })
      .execute();
    const member = { connection_id: system.id, profile_reference: rule, person_reference: nurse };
    await app.db.insertInto('recorded_profile_member').values(member).execute();
    const both = await momentOf(app);
    await app.db
      .updateTable('recorded_profile')
      .set({ content: JSON.stringify({ cylinders: [], cylinder_groups: [] }) })
      .execute();
    const plannedOnly = await momentOf(app);
    await app.db
      .updateTable('recorded_profile')
      .set({ content: JSON.stringify({ cylinders: ['C-0001'], cylinder_groups: [] }) })
      .execute();
    await app.db.updateTable('person').set({ department: 'Gate' }).where('id', '=', nurse).execute();
    const recordedOnly = await momentOf(app);
    await app.db.deleteFrom('recorded_profile_member').execute();
    const neither = await momentOf(app);
    anHourLater(app);
    const answers = [both, plannedOnly, recordedOnly, neither].map((at) => layersOf(app, 'cylinder', door.id, at));
    expect(await Promise.all(answers)).toEqual([
      [`Nurse ${door.marking} true yes not_known`],
      [`Nurse ${door.marking} true no not_known`],
      [`Nurse ${door.marking} false yes not_known`],
      [],
    ]);
    expect(await layersOf(app, 'person', nurse, both)).toEqual([`Nurse ${door.marking} true yes not_known`]);
    const [{ given_by, department } = { given_by: [], department: null }] = await ask(app, 'cylinder', door.id, both);
    expect(department).toBe('Ward');
    expect(given_by).toMatchObject([{ rule_id: rule, rule_name: 'Ward doors', is_exception: false, request: null }]);
    expect(given_by[0]?.published_by).not.toBe('');
    const query = { of: 'cylinder', id: door.id, at: both } as const;
    const { body } = await app.as('superadmin').call(accessAsOf.get, { query });
    expect(body).toMatchObject({
      ...{ as_of: 'past', people: 1, doors: 1, desired: { rights: 1 }, recorded: { rights: 1, not_known: 0 } },
      effective: { rights: 0, not_known: 1 },
      plans: [{ keyplan_id: plan, version: given_by[0]?.rule_version }],
    });
    const csv = await app.as('superadmin').call(accessAsOf.exportCsv, { query });
    expect(csv.text.trim().split('\n')).toHaveLength(2);
    const pdf = await app.as('superadmin').call(accessAsOf.exportPdf, { query });
    expect(pdf.status).toBe(200);
  });

  test('is not known before it was kept, rather than no', async ({ app }) => {
    const { source, persons, plan, system } = await aWard(app, 1);
    const door = system.cylinder('C-0001');
    await aRule(app, { plan, source, departments: ['Ward'], objects: [cylinder(door.id)] });
    const at = await momentOf(app);
    await app.db
      .updateTable('memory')
      .set({ layers_since: new Date(Date.parse(at) + 60_000) })
      .execute();
    anHourLater(app);
    expect(persons).toHaveLength(1);
    for (const right of await ask(app, 'cylinder', door.id, at))
      expect(right).toMatchObject({ desired: true, recorded: 'not_known', effective: 'not_known' });
  });
});

/** Two wards with a door each, and a rule for each ward. */
async function twoWards(app: TestApp) {
  const house = await aHouse(app, [
    { display_name: 'Nurse', department: 'Ward' },
    { display_name: 'Porter', department: 'Gate' },
  ]);
  const { plan, source, system, persons } = house;
  const [inside, outside] = [system.cylinder('C-0001'), system.cylinder('C-0002')];
  const objects = [cylinder(inside.id), cylinder(outside.id)];
  await aRule(app, { plan, source, departments: ['Ward', 'Gate'], objects });
  const { id: site } = await aPlace(app, { name: 'Ward', type: 'site' });
  await place(app, [inside.id], site);
  await app.db
    .insertInto('department_spelling')
    .values({ spelling: 'Ward', folded: foldText('Ward') })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const [nurse = '', porter = ''] = persons;
  return { ...house, inside, outside, site, nurse, porter };
}

describe('a list, its file and its print', () => {
  test('have the same rights, only of people and doors that the reader may see', async ({ app }) => {
    const { inside, outside, site, nurse, porter } = await twoWards(app);
    const at = await momentOf(app);
    anHourLater(app);
    const whole = await ask(app, 'person', nurse, at);
    expect(whole.map(({ marking }) => marking)).toEqual([inside.marking, outside.marking].toSorted());
    for (const search of ['nurse', inside.marking]) {
      const query = { of: 'cylinder', id: inside.id, at, search } as const;
      const { status, body } = await app.as('superadmin').call(accessAsOf.list, { query });
      expect([status, body.total]).toEqual([200, search === 'nurse' ? 1 : 2]);
    }
    const scope = { departments: [foldText('Ward')], places: [site] };
    const { token } = await aSubAdmin(app, { functions: ['view_people'], scope });
    const pairs: [AsOfSubject, string, number][] = [
      ['person', nurse, 200],
      ['cylinder', inside.id, 200],
      ['location', site, 200],
      ['person', porter, 404],
      ['cylinder', outside.id, 404],
    ];
    for (const [of, id, expected] of pairs) {
      const query = { of, id, at };
      const list = await send(app.url, accessAsOf.list, { query }, { token });
      const counted = await send(app.url, accessAsOf.get, { query }, { token });
      const csv = await send(app.url, accessAsOf.exportCsv, { query }, { token });
      const headers = { authorization: `Bearer ${token}` };
      const pdf = await fetch(`${app.url}/api/v1/access/as-of/rights.pdf?${new URLSearchParams(query)}`, { headers });
      expect([of, list.status, counted.status, csv.status, pdf.status]).toEqual([of, ...Array(4).fill(expected)]);
      if (expected !== 200) continue;
      expect(list.body.items.map(({ person_name, marking }) => [person_name, marking])).toEqual([
        ['Nurse', inside.marking],
      ]);
      expect(counted.body).toMatchObject({ people: 1, doors: 1, desired: { rights: 1 } });
      expect(csv.text.trim().split('\n')).toHaveLength(2);
      const printed = textsOfPages(Buffer.from(await pdf.arrayBuffer()))
        .flat()
        .join('');
      expect(printed.match(/Nurse, Ward/g)).toHaveLength(1);
      expect(printed).not.toMatch(new RegExp(`Porter|${outside.marking}`));
    }
  });

  test('say which layer alone they are of', async ({ app }) => {
    const { inside } = await twoWards(app);
    const at = await momentOf(app);
    anHourLater(app);
    const query = { of: 'cylinder', id: inside.id, at, layer: 'recorded' } as const;
    const headers = { authorization: `Bearer ${await app.as('superadmin').token()}` };
    const pdf = await fetch(`${app.url}/api/v1/access/as-of/rights.pdf?${new URLSearchParams(query)}`, { headers });
    const printed = textsOfPages(Buffer.from(await pdf.arrayBuffer()))
      .flat()
      .join('');
    expect(printed).toContain('Only rights that a key system had recorded');
    expect(printed).not.toContain('Nurse');
  });
});

describe('what a plan says', () => {
  test('counts within the dates of a rule, and of a moment to come nothing else is known', async ({ app }) => {
    const { source, plan, system } = await aHouse(app, [{ display_name: 'Nurse', department: 'Ward' }]);
    const [ended, coming] = [system.cylinder('C-0001').id, system.cylinder('C-0002').id];
    const day = 86_400_000;
    const dateOf = (days: number) => new Date(Date.now() + days * day).toISOString();
    const within = (valid_from: string | null, valid_until: string | null) => ({
      time_restrictions: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '24:00', valid_from, valid_until }],
    });
    const departments = ['Ward'];
    await aRule(app, { plan, source, departments, objects: [cylinder(ended)], ...within(null, dateOf(1)) });
    await aRule(app, { plan, source, departments, objects: [cylinder(coming)], ...within(dateOf(1), null) });
    const [now, later] = [undefined, dateOf(2)];
    const desired = async (door: string, at: string | undefined) => (await layersOf(app, 'cylinder', door, at)).length;
    expect([await desired(ended, now), await desired(coming, now)]).toEqual([1, 0]);
    expect([await desired(ended, later), await desired(coming, later)]).toEqual([0, 1]);
    expect(await ask(app, 'cylinder', coming, later)).toMatchObject([
      { desired: true, recorded: 'not_known', effective: 'not_known' },
    ]);
  });
});

describe('what keys opened at a moment', () => {
  const capabilities = [
    ...['read_cylinders', 'read_cylinder_groups', 'read_keys', 'read_persons', 'read_person_references'],
    ...['read_profiles', 'read_programming_jobs'],
  ];
  const [dynamic, door] = ['K-0025', 'C-0181'];

  test('is reported for their holders, from the update on that wrote the right', async ({ app }) => {
    const { sandbox } = app;
    const { persons } = await aHouse(app, [{ display_name: 'Nurse', department: 'Ward' }]);
    const [nurse = ''] = persons;
    const { id: system } = await aKeySystem(app, { capabilities });
    const look = async () => {
      await readInventory(app, system);
      await runNow(app, kindOfJob(app, lookAtKeysJob), system);
    };
    await asAnotherClient(app, (session) => session.setKeyAccess(dynamic, { cylinders: [door], cylinder_groups: [] }));
    sandbox.act('update-key', { key: dynamic });
    await look();
    await look();
    const key = await app.db
      .selectFrom('key')
      .select(['id', 'marking'])
      .where('external_id', '=', dynamic)
      .where('connection_id', '=', system)
      .executeTakeFirstOrThrow();
    const held = await app.db.selectFrom('key_held').selectAll().where('key_id', '=', key.id).execute();
    expect(held).toMatchObject([{ until: null }]);
    expect(await app.db.selectFrom('key_look').selectAll().execute()).toHaveLength(1);
    const hour = 3_600_000;
    const at = await momentOf(app);
    const hoursFrom = (hours: number) => new Date(Date.parse(at) + hours * hour);
    // Updated and read long enough before and after.
    await app.db
      .updateTable('key_held')
      .set({ since: hoursFrom(-5) })
      .execute();
    await app.db
      .updateTable('cylinder_held')
      .set({ since: hoursFrom(-5) })
      .execute();
    await app.db
      .updateTable('key_look')
      .set({ looked_until: hoursFrom(0.5) })
      .execute();
    await app.db
      .insertInto('key_assignment')
      .values({ id: randomUUID(), key_id: key.id, person_id: nurse, handed_out_at: hoursFrom(-4) })
      .execute();
    anHourLater(app);
    const opened = async (moment: Date) =>
      (await ask(app, 'cylinder', cylinderId, moment.toISOString())).map(({ person_name, effective, keys }) =>
        [person_name, effective, ...keys].join(' '),
      );
    const { id: cylinderId } = await app.db
      .selectFrom('cylinder')
      .select('id')
      .where('external_id', '=', door)
      .where('connection_id', '=', system)
      .executeTakeFirstOrThrow();
    expect(await opened(hoursFrom(0))).toEqual([`Nurse yes ${key.marking}`]);
    // After the last reading nothing is known.
    expect(await opened(hoursFrom(0.45))).toEqual([]);
    await app.db
      .updateTable('key_assignment')
      .set({ ended_at: hoursFrom(-1), ended_by: 'return' })
      .execute();
    expect(await opened(hoursFrom(0))).toEqual([]);
  });
});
