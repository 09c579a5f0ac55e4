import { type KeyCase, keyCases, keyDesk, keyRequests } from '@key2xs/contract';
import { sql } from 'kysely';
import { describe } from 'vitest';
import { deliverEvents } from '#platform/events/deliver-events';
import { emit } from '#platform/events/event-kind';
import { expect, type TestApp, test } from '#test/app';
import { aSubAdmin } from '#test/factories/administrators';
import { aConnection } from '#test/factories/iam';
import { aKeyPlan, aRule, cylinder } from '#test/factories/key-plans';
import { aReadKeySystem } from '#test/factories/key-systems';
import { aKey, aRecordedPerson } from '#test/factories/keys';
import { aPerson } from '#test/factories/people';
import { send } from '#test/send';
import { productEvents } from '../../product-events';
import { taskEnded } from '../tasks/events';
import { watchJoiners } from './watch-joiners';

const never = new AbortController().signal;
const reason = 'As told at the desk.';
const desk = (app: TestApp) => app.as('superadmin');
const deliver = ({ deps }: TestApp) => deliverEvents(deps, productEvents(deps), never);
const look = ({ deps }: TestApp) => watchJoiners(deps, never);

/** The end of a run or a reading, as its task tells of it. */
async function ends(app: TestApp, kind: 'directory' | 'inventory', subject_id: string) {
  const event = { task_id: 'a-run', kind, subject_id, title: 'Staff', dry_run: false, error: null, was_failing: false };
  await app.db.transaction().execute((tx) => emit(tx, taskEnded, event));
  await deliver(app);
}

/** A source that has been looked at, with one person whose department opens a door; and a key in stock. */
async function aHouse(app: TestApp) {
  const { id: system, cylinder: door } = await aReadKeySystem(app);
  const { id: source } = await aConnection(app);
  const join = async (values: Partial<Parameters<typeof aPerson>[1]> = {}) =>
    (await aPerson(app, { connection_id: source, department: 'North', ...values })).id;
  const veteran = await join();
  await join({ department: 'East' });
  const { id: plan } = await aKeyPlan(app, { sources: [source], keySystems: [system] });
  const opens = (department: string) =>
    aRule(app, {
      plan,
      source,
      name: `Doors ${department}`,
      departments: [department],
      objects: [cylinder(door('C-0181').id)],
    });
  await opens('North');
  await ends(app, 'directory', source);
  expect(await look(app)).toBe(0);
  const key = await aKey(app, system, { marking: 'K-J1' });
  const change = (id: string, values: { department?: string; active?: boolean; left_at?: Date }) =>
    app.db.updateTable('person').set(values).where('id', '=', id).execute();
  const cases = async (person_id: string): Promise<KeyCase[]> =>
    (await desk(app).call(keyCases.list, { query: { person_id, sort: 'opened_at' } })).body.items;
  return { system, source, veteran, key, join, opens, change, cases };
}

type House = Awaited<ReturnType<typeof aHouse>>;

/** A joiner who has a case. */
async function aJoiner(app: TestApp, { join, cases }: Pick<House, 'join' | 'cases'>) {
  const person = await join();
  await look(app);
  const [found] = await cases(person);
  if (!found) throw new Error('no case was opened');
  return { person, params: { id: found.id } };
}

const lastEntry = async (app: TestApp, params: { id: string }) =>
  (await desk(app).call(keyCases.get, { params })).body.entries[0];

describe('someone whom the plan comes to give a door', () => {
  test('has one case, and none where they were there before', async ({ app }) => {
    const { join, cases, veteran, opens, change } = await aHouse(app);
    const person = await join();
    await Promise.all([look(app), look(app)]);
    expect(await look(app)).toBe(0);
    const [found, ...others] = await cases(person);
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      ...{ kind: 'joiner', key: null, holder: { person_id: person }, opened_by: null, owner: null, lane: 'to_do' },
      ...{ next_step: 'request_key', due_at: expect.any(String), can_be_replaced: false },
      joiner: { entitled_since: expect.any(String), first_day: null, request: null, reserved_key: null },
    });
    const { body } = await desk(app).call(keyCases.get, { params: { id: found?.id ?? '' } });
    expect(body.joiner_access).toMatchObject({
      doors: 1,
      rules: [{ name: 'Doors North' }],
      systems: [{ doors: 1, in_stock: expect.any(Number) }],
    });
    expect((await desk(app).call(keyCases.counts, {})).body).toMatchObject({ joiner: 1, unassigned: 1 });

    // Of someone who was there before, the plan has changed; later, they have moved.
    await app.db
      .updateTable('person')
      .set({ created_at: new Date('2020-01-01') })
      .execute();
    await look(app);
    await opens('East');
    await look(app);
    expect((await desk(app).call(keyCases.counts, {})).body.joiner).toBe(1);
    await change(veteran, { department: 'Nowhere' });
    await look(app);
    await change(veteran, { department: 'North' });
    await look(app);
    expect(await cases(veteran)).toHaveLength(1);
  });

  test('is no joiner in a directory that is extended', async ({ app }) => {
    const { join, cases } = await aHouse(app);
    const crowd = [];
    for (let at = 0; at <= 50; at++) crowd.push(await join());
    expect(await look(app)).toBe(0);
    const next = await join();
    expect(await look(app)).toBe(1);
    expect(await cases(next)).toHaveLength(1);
    expect(await cases(crowd[0] ?? '')).toEqual([]);
  });

  test('before their first day, is due on it', async ({ app }) => {
    const { join, cases } = await aHouse(app);
    const first_day = '2999-05-04';
    const person = await join({ active: false, starts_on: first_day });
    await look(app);
    const [found] = await cases(person);
    expect(found).toMatchObject({ next_step: 'wait_for_first_day', lane: 'holder', joiner: { first_day } });
    expect(found?.due_at?.slice(0, 10)).toBe(first_day);
    const { body } = await desk(app).call(keyCases.get, { params: { id: found?.id ?? '' } });
    expect(body.joiner_access).toMatchObject({ doors: 1, rules: [{ name: 'Doors North' }] });
    await app.db.updateTable('person').set({ starts_on: null, left_at: new Date() }).where('id', '=', person).execute();
    await look(app);
    expect(await cases(person)).toMatchObject([{ outcome: 'holder_left' }]);
  });

  test('is due on their first day when that moves, later or earlier, whatever was set before', async ({ app }) => {
    const { join, cases } = await aHouse(app);
    const person = await join({ active: false, starts_on: '2999-05-04' });
    await look(app);
    const [{ id = '', version = 0 } = {}] = await cases(person);
    const params = { id };
    const startOn = async (values: { starts_on: string; active?: boolean }) => {
      await app.db.updateTable('person').set(values).where('id', '=', person).execute();
      await look(app);
    };
    const dueDay = async () => (await cases(person))[0]?.due_at?.slice(0, 10);
    await startOn({ starts_on: '2999-06-01' });
    expect(await dueDay()).toBe('2999-06-01');
    expect(await lastEntry(app, params)).toMatchObject({ happening: 'due_changed', actor_name: null });
    await look(app);
    expect((await cases(person))[0]?.version).toBe(version + 1);

    await desk(app).call(keyCases.update, { params, body: { due_at: '2999-05-20T10:00:00.000Z', note: reason } });
    await look(app);
    expect(await dueDay()).toBe('2999-05-20');
    await startOn({ starts_on: '2999-05-25' });
    expect(await dueDay()).toBe('2999-05-25');

    await startOn({ starts_on: '2020-01-01', active: true });
    const inAWeek = new Date(app.deps.clock().getTime() + 7 * 86_400_000).toISOString();
    expect(await dueDay()).toBe(inAWeek.slice(0, 10));
    await desk(app).call(keyCases.update, { params, body: { due_at: null, note: reason } });
    await startOn({ starts_on: '2999-07-01', active: false });
    expect(await dueDay()).toBeUndefined();
  });

  test('has no case while a key is requested or kept for them', async ({ app }) => {
    const { join, cases, key } = await aHouse(app);
    const [asked, kept] = [await join(), await join()];
    const place = app.deps.newId();
    await app.db.insertInto('location').values({ id: place, name: 'Site', type: 'site' }).execute();
    const body = { kind: 'new_key' as const, person_id: asked, place_id: place, reason };
    const { body: request } = await desk(app).call(keyRequests.submit, { body });
    await desk(app).call(keyDesk.reserve, { body: { keys: [key], person_id: kept, reason } });
    expect(await look(app)).toBe(0);
    await desk(app).call(keyRequests.cancel, { params: { id: request.id }, body: { reason } });
    expect(await look(app)).toBe(1);
    const { body: again } = await desk(app).call(keyRequests.submit, { body });
    expect(await cases(asked)).toMatchObject([
      { next_step: 'wait_for_request', joiner: { request: { id: again.id } } },
    ]);
    // An open case of a joiner is nothing that speaks against the request.
    const { body: read } = await desk(app).call(keyRequests.get, { params: { id: again.id } });
    expect(read.risk?.hits).not.toContain('has_open_case');
  });
});

describe('the case of a joiner', () => {
  test('ends with a key, handed out or recorded, with the door, and with the person', async ({ app }) => {
    const house = await aHouse(app);
    const { system, key, change, cases } = house;
    const given = await aJoiner(app, house);
    await desk(app).call(keyDesk.reserve, { body: { keys: [key], person_id: given.person, reason } });
    expect(await cases(given.person)).toMatchObject([
      { next_step: 'hand_out_key', lane: 'holder', joiner: { reserved_key: { marking: 'K-J1' } } },
    ]);
    await desk(app).call(keyDesk.handOut, {
      body: { person_id: given.person, keys: [{ id: key, due_at: null }], reason },
    });
    await deliver(app);
    expect(await cases(given.person)).toMatchObject([{ outcome: 'handed_out', next_step: null }]);
    expect(await lastEntry(app, given.params)).toMatchObject({ happening: 'closed', note: 'K-J1' });

    const recorded = await aJoiner(app, house);
    await aRecordedPerson(app, system, { identity: 'P-J', own: recorded.person });
    await aKey(app, system, { marking: 'K-J2', holder_identity: 'P-J' });
    await ends(app, 'inventory', system);
    expect(await cases(recorded.person)).toMatchObject([{ outcome: 'handed_out', closed_by: null }]);

    const moved = await aJoiner(app, house);
    await change(moved.person, { department: 'Nowhere' });
    const left = await aJoiner(app, house);
    expect(await cases(moved.person)).toMatchObject([{ outcome: 'not_entitled' }]);
    await change(left.person, { active: false, left_at: new Date() });
    await look(app);
    expect(await cases(left.person)).toMatchObject([{ outcome: 'holder_left' }]);
  });

  test('without a need for a key stays ended until the plan gives doors anew', async ({ app }) => {
    const house = await aHouse(app);
    const { person, params } = await aJoiner(app, house);
    const close = await desk(app).call(keyCases.close, { params, body: { outcome: 'no_key_needed', reason } });
    expect(close.body).toMatchObject({ outcome: 'no_key_needed' });
    await house.opens('West');
    await house.change(person, { department: 'north' });
    expect(await look(app)).toBe(0);
    await house.change(person, { department: 'Nowhere' });
    await look(app);
    await house.change(person, { department: 'North' });
    expect(await look(app)).toBe(1);
    expect(await house.cases(person)).toMatchObject([{ outcome: 'no_key_needed' }, { outcome: null }]);
  });

  test('is of the area of its person, and has no key to work on', async ({ app }) => {
    const house = await aHouse(app);
    const { params } = await aJoiner(app, house);
    await sql`insert into department_spelling values ('North', 'north'), ('East', 'east') on conflict do nothing`.execute(
      app.db,
    );
    const asksFrom = async (department: string) => {
      const scope = { departments: [department], places: null };
      const { token, id } = await aSubAdmin(app, { functions: ['assign_keys'], scope });
      const { status, body } = await send(app.url, keyCases.get, { params }, { token });
      const { body: counts } = await send(app.url, keyCases.counts, {}, { token });
      return { id, status, access: status === 200 && body.joiner_access, count: counts.joiner };
    };
    const [inside, outside] = [await asksFrom('north'), await asksFrom('east')];
    expect(inside).toMatchObject({ status: 200, access: null, count: 1 });
    expect(outside).toMatchObject({ status: 404, count: 0 });
    const assign = (owner_id: string) => desk(app).send(keyCases.update, { params, body: { owner_id } });
    expect((await assign(outside.id)).problem.detail).toMatch(/^Ada Example is outside/);
    expect((await assign(inside.id)).status).toBe(200);
    const lost = await desk(app).send(keyCases.becomeLost, { params, body: { reason } });
    expect(lost.problem.detail).toBe('This case is about a person without a key.');
    expect((await desk(app).call(keyCases.pdf, { params })).status).toBe(200);
    expect((await desk(app).call(keyCases.doors, { params, query: {} })).body.items).toEqual([]);
    const { text } = await desk(app).call(keyCases.exportCsv, { query: { kind: 'joiner' } });
    expect(text).toContain('Ada Example');
  });
});
