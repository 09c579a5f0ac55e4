import {
  access,
  accessRules,
  changeSets,
  type Input,
  iam,
  keyPlans,
  type Person,
  type PersonGroup,
  people,
  type RuleObject,
  roleMappings,
} from '@key2xs/contract';
import { parse } from 'csv-parse/sync';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aConnection, importPeople, upload } from '#test/factories/iam';
import { aHouse, aKeyPlan, cylinder, syncNow } from '#test/factories/key-plans';
import { heldMemberships } from '#test/factories/key-systems';
import type { ListedPerson } from '#test/factories/people';
import { anHourLater, momentOf } from '#test/past';

const ada: ListedPerson = { external_id: 'E1', display_name: 'Ada', groups: 'Fire wardens; First aid' };
const bob: ListedPerson = { external_id: 'E2', display_name: 'Bob', groups: 'first  AID|' };
const cid: ListedPerson = { external_id: 'E3', display_name: 'Cid', department: 'Ward' };

const listGroups = async (app: TestApp, id: string, query: Input<typeof iam.groups>['query'] = {}) =>
  (await app.as('superadmin').call(iam.groups, { params: { id }, query })).body.items;

const heads = (groups: readonly PersonGroup[]) => groups.map(({ name, people }) => `${name}: ${people}`);

async function findGroup(app: TestApp, source: string, name: string): Promise<PersonGroup> {
  const found = (await listGroups(app, source)).find((group) => group.name === name);
  if (!found) throw new Error(`no group ${name}`);
  return found;
}

async function findPerson(app: TestApp, name: string): Promise<Person> {
  const { body } = await app.as('superadmin').call(people.list, { query: { search: name } });
  const [person] = body.items;
  if (!person) throw new Error(`no person ${name}`);
  return person;
}

/** What the last change set would change of groups: name, groups before, groups after. */
async function groupChanges(app: TestApp, id: string | null) {
  const { body } = await app.as('superadmin').call(changeSets.items, { params: { id: id ?? '' }, query: {} });
  return body.items.map(({ label, kind, before, after }) => [label, kind, before?.groups, after?.groups]);
}

describe('a staff list with groups', () => {
  test('makes them, whatever their spelling, with heads counted', async ({ app }) => {
    const { id } = await aConnection(app);
    await importPeople(app, id, [ada, bob, cid]);
    expect(heads(await listGroups(app, id))).toEqual(['Fire wardens: 1', 'First aid: 2']);
    expect((await findPerson(app, 'Ada')).groups.map(({ name }) => name)).toEqual(['Fire wardens', 'First aid']);
    expect((await findPerson(app, 'Cid')).groups).toEqual([]);
  });

  test('shows who joins and leaves a group, by name, and changes no other person', async ({ app }) => {
    const { id } = await aConnection(app);
    await importPeople(app, id, [ada, bob, cid]);
    const task = await importPeople(app, id, [
      { ...ada, groups: 'First aid' },
      { ...bob, groups: 'FIRST AID' },
      { ...cid, groups: 'Porters' },
    ]);
    expect(await groupChanges(app, task.change_set_id)).toEqual([
      ['Ada', 'mover', 'Fire wardens; First aid', 'First aid'],
      ['Bob', 'update', undefined, undefined],
      ['Cid', 'mover', null, 'Porters'],
    ]);
    expect(heads(await listGroups(app, id))).toEqual(['Fire wardens: 0', 'First aid: 2', 'Porters: 1']);
    const again = await importPeople(app, id, [
      { ...ada, groups: '| First aid' },
      { ...bob, groups: 'FIRST AID' },
      { ...cid, groups: 'Porters;Porters' },
    ]);
    expect(again.result?.counts).toMatchObject({ unchanged: 3, mover: 0, update: 0 });
  });

  test('marks a group gone once it is empty, and restores it under the same id', async ({ app }) => {
    const { id } = await aConnection(app);
    await importPeople(app, id, [ada, bob, cid]);
    const { id: wardens } = await findGroup(app, id, 'Fire wardens');
    await importPeople(app, id, [{ ...ada, groups: 'Wardens' }, bob, cid]);
    expect(heads(await listGroups(app, id, { is_gone: 'true' }))).toEqual(['Fire wardens: 0']);
    expect(heads(await listGroups(app, id, { is_gone: 'false' }))).toEqual(['First aid: 1', 'Wardens: 1']);
    await importPeople(app, id, [ada, bob, cid]);
    expect(await findGroup(app, id, 'Fire wardens')).toMatchObject({ id: wardens, gone_at: null, people: 1 });
  });

  test('takes groups of the same name in two sources for two', async ({ app }) => {
    const [one, other] = [await aConnection(app), await aConnection(app)];
    await importPeople(app, one.id, [ada]);
    await importPeople(app, other.id, [ada]);
    const [mine, theirs] = [await findGroup(app, one.id, 'First aid'), await findGroup(app, other.id, 'First aid')];
    expect([mine.id === theirs.id, mine.people, theirs.people]).toEqual([false, 1, 1]);
  });

  test('reports too many groups and too long a name, and changes no person', async ({ app }) => {
    const { id } = await aConnection(app, { guard_limit_percent: 100 });
    await importPeople(app, id, [ada, bob, cid]);
    const many = Array.from({ length: 101 }, (_, i) => `Group ${i}`.padEnd(199, '.')).join(';');
    const { change_set_id } = await importPeople(app, id, [
      ada,
      { ...bob, groups: many },
      { ...cid, groups: 'x'.repeat(201) },
    ]);
    const params = { id: change_set_id ?? '' };
    const { body } = await app.as('superadmin').call(changeSets.items, { params, query: { kind: 'problem' } });
    expect(body.items.map(({ detail }) => detail)).toEqual([
      'more than 100 groups; list only those that are used in rules for doors',
      'the name of a group is longer than 200 characters; shorten it',
    ]);
    expect(heads(await listGroups(app, id))).toEqual(['Fire wardens: 1', 'First aid: 2']);
  });

  test('stops at ten thousand groups of a source', async ({ app }) => {
    const { id } = await aConnection(app);
    const crowd = Array.from({ length: 101 }, (_, at) => ({
      external_id: `P${at}`,
      display_name: `Person ${at}`,
      groups: Array.from({ length: 100 }, (_, i) => `G ${at} ${i}`).join(';'),
    }));
    const task = await importPeople(app, id, [...crowd, { ...ada, groups: 'G 0 0' }]);
    expect(task.result?.counts).toMatchObject({ joiner: 101, problem: 1 });
    const { body } = await app.as('superadmin').call(iam.groups, { params: { id }, query: { limit: 1 } });
    expect(body.total).toBe(10_000);
  });

  test('is suggested, and a mapping without groups leaves everyone in none', async ({ app }) => {
    const { id } = await aConnection(app, { mapping_config: '{}' });
    const { body } = await upload(app, id, 'Personalnummer;Name;Gruppen\n1;Ada;Ärzte|Feuerwehr\n');
    expect(body.suggested_mapping).toMatchObject({ groups: 'Gruppen' });
    const { id: plain } = await aConnection(app, { mapping_config: '{"external_id":"external_id"}' });
    await importPeople(app, plain, [ada]);
    expect(await listGroups(app, plain)).toEqual([]);
  });
});

describe('groups of a source', () => {
  test('are searched, sorted, paged and there as CSV', async ({ app }) => {
    const { id } = await aConnection(app);
    await importPeople(app, id, [ada, bob, { ...cid, groups: 'ämter' }]);
    const cases: [Input<typeof iam.groups>['query'], string[]][] = [
      [{ search: 'FIRST' }, ['First aid: 2']],
      [{ search: '%' }, []],
      [{ sort: '-people', limit: 1 }, ['First aid: 2']],
      [{ sort: 'people', offset: 2 }, ['First aid: 2']],
    ];
    for (const [query, found] of cases)
      expect([query, heads(await listGroups(app, id, query))]).toEqual([query, found]);
    const { text } = await app
      .as('superadmin')
      .call(iam.exportGroupsCsv, { params: { id }, query: { sort: '-people' } });
    const [first] = parse(text, { bom: true, columns: true });
    expect(first).toMatchObject({ name: 'First aid', people: '2' });
  });

  test('filter people, who show theirs in the CSV', async ({ app }) => {
    const { id } = await aConnection(app);
    await importPeople(app, id, [ada, bob, cid]);
    const { id: group_id } = await findGroup(app, id, 'First aid');
    const { call } = app.as('superadmin');
    const { body } = await call(people.list, { query: { group_id } });
    expect(body.items.map(({ display_name }) => display_name)).toEqual(['Ada', 'Bob']);
    const { text } = await call(people.exportCsv, { query: { group_id, search: 'ada' } });
    expect(parse(text, { bom: true, columns: true })).toMatchObject([{ groups: 'Fire wardens; First aid' }]);
  });

  test('of no source are not found', async ({ app }) => {
    const { status } = await app
      .as('superadmin')
      .send(iam.groups, { params: { id: '01900000-0000-7000-8000-000000000000' }, query: {} });
    expect(status).toBe(404);
  });
});

/** Imported people, and a rule that gives the fire wardens a door. */
async function aGuardedHouse(app: TestApp) {
  const house = await aHouse(app, []);
  // Enough others that who leaves a group is no mass removal.
  const others = Array.from({ length: 30 }, (_, i) => ({
    external_id: `S${i}`,
    display_name: `Staff ${i}`,
    groups: 'Staff',
  }));
  const staff = [{ ...bob, groups: 'Fire wardens' }, cid, ...others];
  await importPeople(app, house.source, [ada, ...staff]);
  const wardens = await findGroup(app, house.source, 'Fire wardens');
  const door = house.system.cylinder('C-0001').id;
  const ruleAbout = async (id: string, objects: RuleObject[]) => {
    const subjects = [{ subject_type: 'group' as const, subject_identifier: id.toUpperCase() }];
    const params = { keyplan_id: house.plan };
    const { status, body, text } = await app
      .as('superadmin')
      .call(accessRules.create, { params, body: { subjects, objects } });
    expect([status, text]).toEqual([201, text]);
    return body;
  };
  const rule = await ruleAbout(wardens.id, [cylinder(door)]);
  await ruleAbout((await findGroup(app, house.source, 'Staff')).id, [cylinder(house.system.cylinder('C-0002').id)]);
  const may = async (name: string, at?: string) => {
    const query = { person_id: (await findPerson(app, name)).id, cylinder_id: door, at };
    return (await app.as('superadmin').call(access.check, { query })).body;
  };
  return { ...house, staff, wardens, rule, may };
}

/** What the check of a plan says of its subjects. */
async function findingsOf(app: TestApp, keyplan_id: string) {
  const { body } = await app.as('superadmin').call(keyPlans.check, { params: { keyplan_id } });
  return body.findings.flatMap(({ kind, subject }) => (kind === 'unknown_subject' ? [[kind, subject?.name]] : []));
}

describe('a rule about a group', () => {
  test('is shown by its name with its people, everywhere', async ({ app }) => {
    const { rule, wardens, plan, may } = await aGuardedHouse(app);
    const subject = { subject_type: 'group', subject_identifier: wardens.id, name: 'Fire wardens' };
    expect(rule).toMatchObject({ name: 'Fire wardens', type: 'custom', people: 2, subjects: [subject] });
    expect((await may('Ada')).reasons).toMatchObject([{ matched: [subject] }]);
    expect((await may('Cid')).may_open).toBe(false);
    const { call } = app.as('superadmin');
    const mapped = await call(roleMappings.list, { query: { keyplan_id: plan, search: 'wardens' } });
    expect(mapped.body.items).toMatchObject([{ subject_identifier: wardens.id, subject_name: 'Fire wardens' }]);
  });

  test('is refused where no source of the plan has the group', async ({ app }) => {
    const { wardens, system } = await aGuardedHouse(app);
    const { id: elsewhere } = await aConnection(app);
    const { id: keyplan_id } = await aKeyPlan(app, { sources: [elsewhere], keySystems: [system.id] });
    const cases = [wardens.id, '01900000-0000-7000-8000-000000000000', 'Fire wardens'];
    for (const subject_identifier of cases) {
      const { problem } = await app.as('superadmin').send(accessRules.create, {
        params: { keyplan_id },
        body: {
          subjects: [{ subject_type: 'group', subject_identifier }],
          objects: [cylinder(system.cylinder('C-0001').id)],
        },
      });
      expect([subject_identifier, problem.code]).toEqual([subject_identifier, 'validation_failed']);
    }
  });

  test('reaches the key system, and withdraws access of people who leave the group', async ({ app }) => {
    const { source, staff, rule, may } = await aGuardedHouse(app);
    const held = async () => (await heldMemberships(app)).filter((one) => one.endsWith(rule.id)).length;
    await syncNow(app);
    expect(await held()).toBe(2);
    await importPeople(app, source, [{ ...ada, groups: 'First aid' }, ...staff]);
    expect([(await may('Ada')).may_open, (await may('Bob')).may_open]).toEqual([false, true]);
    expect((await syncNow(app)).result).toMatchObject({ outcome: 'applied' });
    expect(await held()).toBe(1);
  });

  test('matches no people once the group has another name, and the check reports it', async ({ app }) => {
    const { source, staff, plan, rule, may } = await aGuardedHouse(app);
    const renamed = staff.map((one) => ({ ...one, groups: one.groups?.replace('Fire wardens', 'Wardens') ?? '' }));
    await importPeople(app, source, [{ ...ada, groups: 'Wardens' }, ...renamed]);
    expect((await may('Ada')).may_open).toBe(false);
    const { body } = await app
      .as('superadmin')
      .call(accessRules.get, { params: { keyplan_id: plan, rule_id: rule.id } });
    expect(body).toMatchObject({ people: 0, subjects: [{ name: 'Fire wardens' }] });
    expect(await findingsOf(app, plan)).toEqual([['unknown_subject', 'Fire wardens']]);
    await importPeople(app, source, [ada, ...renamed]);
    expect((await may('Ada')).may_open).toBe(true);
    expect(await findingsOf(app, plan)).toEqual([]);
  });

  test('is answered for a moment of the past with the groups of then', async ({ app }) => {
    const { source, staff, may } = await aGuardedHouse(app);
    const then = await momentOf(app);
    await importPeople(app, source, [
      { ...ada, groups: '' },
      { ...cid, groups: 'Fire wardens' },
      ...staff.slice(2),
      ...staff.slice(0, 1),
    ]);
    const since = await momentOf(app);
    anHourLater(app);
    const at = async (moment?: string) => [(await may('Ada', moment)).may_open, (await may('Cid', moment)).may_open];
    expect([await at(then), await at(since), await at()]).toEqual([
      [true, false],
      [false, true],
      [false, true],
    ]);
  });
});
