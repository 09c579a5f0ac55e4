import { capacities, cylinders, type Endpoint, type Input, keys, programming } from '@key2xs/contract';
import { describe } from 'vitest';
import type { Caller } from '#platform/deps';
import { deliverEvents } from '#platform/events/deliver-events';
import { asProduct } from '#platform/visible-to';
import { expect, type TestApp, test } from '#test/app';
import { aSubAdmin } from '#test/factories/administrators';
import { aReadKeySystem, asAnotherClient, goWrong, readInventory } from '#test/factories/key-systems';
import { kindOfJob, runNow } from '#test/run-jobs';
import { send } from '#test/send';
import { productEvents } from '../../product-events';
import { jobsOfSubject, orderJobs, withdrawOrders } from './service';
import { writeJobsJob } from './write-jobs';

const all = (app: TestApp) => app.as('superadmin');
type Jobs = Input<typeof programming.order>['body']['jobs'];

let used = 0;
const another = () => `C-${String(++used).padStart(4, '0')}`;

/** A key system that takes programming jobs, with a key and two of its cylinders, which no other test has given a job. */
async function aWorkshop(app: TestApp) {
  const system = await aReadKeySystem(app);
  const [there, next] = [another(), another()];
  const [one, two] = [system.cylinder(there), system.cylinder(next)];
  const key = await app.db.selectFrom('key').select('id').where('external_id', '=', 'K-0001').executeTakeFirstOrThrow();
  const { body: carriers } = await all(app).call(programming.keys, { query: {} });
  const [carrier, other] = carriers.items;
  if (!carrier || !other) throw new Error('the sandbox has programming keys');
  return { system: system.id, there, one: one.id, two: two.id, key: key.id, carrier, other };
}

async function order(app: TestApp, jobs: Jobs, more: Partial<Input<typeof programming.order>['body']> = {}) {
  const answer = await all(app).call(programming.order, { body: { jobs, reason: 'The key is lost.', ...more } });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body.ids;
}

const list = async (app: TestApp, query: Input<typeof programming.list>['query'] = {}) =>
  (await all(app).call(programming.list, { query })).body.items;

async function get(app: TestApp, id: string) {
  const found = (await list(app, { sort: '-created_at' })).find((job) => job.id === id);
  if (!found) throw new Error(`no job ${id}`);
  return found;
}

const named = async (app: TestApp, id: string) => ({ id, version: (await get(app, id)).version });

/** Has those act who wait for the end of a read, and writes what can be written now. */
async function work(app: TestApp, system: string): Promise<void> {
  await deliverEvents(app.deps, productEvents(app.deps), new AbortController().signal);
  await runNow(app, kindOfJob(app, writeJobsJob), system);
}

const jobThere = (app: TestApp, reference: string) =>
  asAnotherClient(app, async (session) => {
    for await (const page of session.listProgrammingJobs()) {
      const found = page.find((job) => job.reference === reference);
      if (found) return found;
    }
    return undefined;
  });

async function getThere(app: TestApp, reference: string) {
  const found = await jobThere(app, reference);
  if (!found) throw new Error('the sandbox has no such job');
  return found;
}

const assign = (app: TestApp, programming_key_id: string | null, jobs: { id: string; version: number }[]) =>
  all(app).send(programming.assign, { body: { assignments: [{ programming_key_id, jobs }] } });

describe('a programming job', () => {
  test('is written, assigned, loaded and done, as a read shows it', async ({ app }) => {
    const { system, there, one, key, carrier } = await aWorkshop(app);
    const [id = ''] = await order(app, [{ cylinder_id: one, key_id: key, kind: 'block' }]);
    expect(await get(app, id)).toMatchObject({ stage: 'to_write', writing: 'waiting', external_id: null });
    await work(app, system);
    expect(await getThere(app, id)).toMatchObject({ kind: 'block', state: 'pending', key_external_id: 'K-0001' });
    expect(await get(app, id)).toMatchObject({
      stage: 'pending',
      writing: null,
      order: { reason: 'The key is lost.' },
    });
    expect((await assign(app, carrier.id, [await named(app, id)])).status).toBe(200);
    expect(await get(app, id)).toMatchObject({ writing: 'assigning', wanted_key: { marking: carrier.marking } });
    await work(app, system);
    expect(await get(app, id)).toMatchObject({ stage: 'assigned', programming_key: { marking: carrier.marking } });
    const { external_id } = await getThere(app, id);
    app.sandbox.act('load-job', { job: external_id });
    await readInventory(app, system);
    expect(await get(app, id)).toMatchObject({ stage: 'loaded_on_key', external_id });
    const refused = await all(app).send(programming.cancel, { body: { jobs: [await named(app, id)] } });
    expect([refused.status, refused.problem?.detail]).toEqual([409, expect.stringContaining('carries the job')]);
    app.sandbox.act('do-job', { job: external_id });
    await readInventory(app, system);
    expect(await get(app, id)).toMatchObject({ stage: 'done', done_at: expect.any(String) });
    expect(app.sandbox.opens('K-0001', there)).toMatchObject({ result: 'denied' });
  });

  test('that has failed is done by the same programming key once it is retried', async ({ app }) => {
    const { system, one, carrier } = await aWorkshop(app);
    const [id = ''] = await order(app, [{ cylinder_id: one, kind: 'program' }]);
    await assign(app, carrier.id, [await named(app, id)]);
    await work(app, system);
    app.sandbox.act('fail-job', { job: (await getThere(app, id)).external_id });
    await readInventory(app, system);
    expect(await get(app, id)).toMatchObject({ stage: 'failed' });
    await all(app).call(programming.retry, { body: { jobs: [await named(app, id)] } });
    await work(app, system);
    expect(await getThere(app, id)).toMatchObject({ state: 'assigned', assigned_key: carrier.marking });
    expect(await get(app, id)).toMatchObject({ stage: 'assigned' });
  });

  test('that the key system refuses keeps its sentence, and stops no other', async ({ app }) => {
    const { system, one, two, carrier } = await aWorkshop(app);
    const [first = '', second = ''] = await order(app, [
      { cylinder_id: one, kind: 'program' },
      { cylinder_id: two, kind: 'program' },
    ]);
    await work(app, system);
    app.sandbox.act('load-job', { job: (await getThere(app, first)).external_id });
    const jobs = [await named(app, first), await named(app, second)];
    await all(app).call(programming.cancel, { body: { jobs } });
    await work(app, system);
    expect(await get(app, first)).toMatchObject({ stage: 'pending', problem: expect.stringContaining('carries') });
    expect(await getThere(app, second)).toMatchObject({ state: 'cancelled' });
    expect((await list(app, { stage: 'cancelled' })).map((job) => job.id)).toEqual([second]);
    expect((await assign(app, carrier.id, [await named(app, second)])).status).toBe(409);
  });

  test('waits while the key system is away, says why, and is written once', async ({ app }) => {
    const { system, one } = await aWorkshop(app);
    const [id = ''] = await order(app, [{ cylinder_id: one, kind: 'program' }]);
    goWrong(app, { name: 'server_error' });
    await work(app, system);
    expect(await get(app, id)).toMatchObject({ stage: 'to_write', writing: 'waiting', problem: expect.any(String) });
    app.sandbox.script();
    await work(app, system);
    expect(await get(app, id)).toMatchObject({ stage: 'pending', problem: null });
    await readInventory(app, system);
    const same = (await list(app, { cylinder_id: one })).filter(({ kind }) => kind === 'program');
    expect(same.map((job) => job.id)).toEqual([id]);
  });

  test('of others can be assigned and cancelled too', async ({ app }) => {
    const { system, there, carrier } = await aWorkshop(app);
    const { external_id } = app.sandbox.act('create-job', { cylinder: there, kind: 'program' });
    await readInventory(app, system);
    const found = (await list(app, { stage: 'pending' })).find((job) => job.external_id === external_id);
    expect(found).toMatchObject({ order: null, version: 0 });
    const id = found?.id ?? '';
    expect((await assign(app, carrier.id, [{ id, version: 0 }])).status).toBe(200);
    await work(app, system);
    const assigned = (await list(app, { stage: 'assigned' })).find((job) => job.external_id === external_id);
    expect(assigned).toMatchObject({ programming_key: { id: carrier.id }, order: null, version: 1 });
    expect(
      (await all(app).call(programming.keys, { query: {} })).body.items.find(({ id }) => id === carrier.id),
    ).toMatchObject({
      jobs: carrier.jobs + 1,
      job_limit: expect.any(Number),
    });
    await all(app).call(programming.cancel, { body: { jobs: [{ id: assigned?.id ?? '', version: 1 }] } });
    await work(app, system);
    expect((await list(app, { stage: 'cancelled' })).map((job) => job.external_id)).toContain(external_id);
  });

  test('that two people change at once is changed by one of them', async ({ app }) => {
    const { system, one, carrier, other } = await aWorkshop(app);
    const [id = ''] = await order(app, [{ cylinder_id: one, kind: 'program' }]);
    await work(app, system);
    const seen = await named(app, id);
    const answers = await Promise.all([carrier, other].map((key) => assign(app, key.id, [seen])));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    const twice = await all(app).send(programming.order, {
      body: { jobs: [{ cylinder_id: one, kind: 'program' }], reason: 'Once more.' },
    });
    expect(twice.status).toBe(409);
  });
});

describe('reprogramming', () => {
  test('waits until the events of the cylinder have been fetched', async ({ app }) => {
    const { system, one } = await aWorkshop(app);
    const jobs: Jobs = [{ cylinder_id: one, kind: 'reprogram' }];
    const unsaid = await all(app).send(programming.order, { body: { jobs, reason: 'It does not answer.' } });
    expect(unsaid.status).toBe(422);
    const [id = ''] = await order(app, jobs, { events: 'fetch_first' });
    await work(app, system);
    expect(await get(app, id)).toMatchObject({ stage: 'to_write', writing: 'after_events' });
    const [fetch] = await list(app, { kind: 'fetch_events', cylinder_id: one, stage: 'pending' });
    if (!fetch) throw new Error('the events are to be fetched');
    expect(await jobThere(app, id)).toBeUndefined();
    app.sandbox.act('do-job', { job: (await getThere(app, fetch.id)).external_id });
    await readInventory(app, system);
    await work(app, system);
    expect(await getThere(app, id)).toMatchObject({ kind: 'reprogram', state: 'pending' });
  });
});

describe('a connection that cannot write programming jobs', () => {
  test('has them entered by hand, which the next read recognises', async ({ app }) => {
    const { system, there, one, two, key } = await aWorkshop(app);
    await app.db
      .updateTable('key_system_connection')
      .set({ capabilities: ['read_programming_jobs'] })
      .execute();
    const [first = '', second = ''] = await order(app, [
      { cylinder_id: one, key_id: key, kind: 'block' },
      { cylinder_id: two, key_id: key, kind: 'block' },
    ]);
    expect(await get(app, first)).toMatchObject({ stage: 'to_write', writing: 'to_enter' });
    await all(app).call(programming.tick, { body: { jobs: [await named(app, second)], is_entered: true } });
    expect(await get(app, second)).toMatchObject({ stage: 'pending', writing: 'entered' });
    app.sandbox.clock.advance(1_000);
    const entered = app.sandbox.act('create-job', { cylinder: there, kind: 'block', key: 'K-0001' });
    await readInventory(app, system);
    await work(app, system);
    expect(await get(app, first)).toMatchObject({ stage: 'pending', writing: null, external_id: entered.external_id });
    expect(await get(app, second)).toMatchObject({ stage: 'pending', writing: 'entered', external_id: null });
  });
});

test('jobs at doors outside the scope are not there', async ({ app }) => {
  const { one, key } = await aWorkshop(app);
  const [id = ''] = await order(app, [{ cylinder_id: one, key_id: key, kind: 'block' }]);
  const { id: place } = await app.db
    .insertInto('location')
    .values({ id: crypto.randomUUID(), parent_id: null, parent_type: null, name: 'Elsewhere', type: 'building' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { token } = await aSubAdmin(app, { functions: ['work_list'], scope: { departments: null, places: [place] } });
  const theirs = <E extends Endpoint>(endpoint: E, input: Input<E>) => send(app.url, endpoint, input, { token });
  expect((await theirs(programming.list, { query: {} })).body.items).toEqual([]);
  const { body: counts } = await theirs(programming.counts, { query: {} });
  expect(Object.values(counts).every((count) => count === 0)).toBe(true);
  expect((await theirs(programming.cancel, { body: { jobs: [{ id, version: 1 }] } })).status).toBe(404);
  const body = { jobs: [{ cylinder_id: one, kind: 'program' as const }], reason: 'Outside.' };
  expect((await theirs(programming.order, { body })).status).toBe(404);
});

test('what is ordered for a case is ordered once, and withdrawn as far as it can be', async ({ app }) => {
  const { system, one, two, key } = await aWorkshop(app);
  const caller: Caller = { actor: undefined, name: 'test', request_id: null, sign: app.deps.signEvent };
  const desk = { deps: app.deps, caller };
  const subject = { kind: 'case', id: crypto.randomUUID() } as const;
  const jobs = [one, two].map((cylinder_id) => ({ cylinder_id, key_id: key, kind: 'block' as const }));
  const orderThem = () =>
    app.db.transaction().execute((tx) => orderJobs(tx, desk, { jobs, subject, reason: 'The key is lost.' }));
  const ids = (await orderThem()).map(({ id }) => id);
  expect((await orderThem()).map(({ id }) => id)).toEqual(ids);
  await work(app, system);
  const [first = '', second = ''] = ids;
  app.sandbox.act('do-job', { job: (await getThere(app, first)).external_id });
  await readInventory(app, system);
  const states = async () => (await jobsOfSubject(asProduct(app.db), subject)).map(({ id, state }) => [id, state]);
  expect((await states()).sort()).toEqual(
    [
      [first, 'done'],
      [second, 'pending'],
    ].sort(),
  );
  const kept = await app.db.transaction().execute((tx) => withdrawOrders(tx, desk, { ids, reason: 'It was found.' }));
  expect(kept).toMatchObject([{ id: first, refusal: { code: 'programming.done' } }]);
  await work(app, system);
  expect(await getThere(app, second)).toMatchObject({ state: 'cancelled' });
  expect(await states()).toContainEqual([second, 'cancelled']);
});

test('how full cylinders and keys are is listed, the fullest first, and which groups save places on a key', async ({
  app,
}) => {
  const { system } = await aWorkshop(app);
  const of = (name: string) => app.db.updateTable('key_system_cylinder').where('external_id', '=', name);
  await app.db.updateTable('key_system_cylinder').set({ block_used: null, events_used: null }).execute();
  await app.db.updateTable('key').set({ access_used: null }).execute();
  await of('C-0001').set({ block_used: 95, block_limit: 100, events_used: 10, events_limit: 100 }).execute();
  const group = await app.db
    .selectFrom('cylinder')
    .select(['group_id', (q) => q.fn.agg<string[]>('array_agg', ['external_id']).as('members')])
    .where('group_id', 'is not', null)
    .where('connection_id', '=', system)
    .groupBy('group_id')
    .having((q) => q.fn.countAll(), '>=', 3)
    .limit(1)
    .executeTakeFirstOrThrow();
  const { id } = await app.db
    .selectFrom('key')
    .select('id')
    .where('external_id', '=', 'K-0001')
    .executeTakeFirstOrThrow();
  const setKey = (own_cylinders: string[]) =>
    app.db
      .updateTable('key')
      .set({ own_cylinders, own_groups: [], access_used: 80, access_limit: 100 })
      .where('id', '=', id)
      .execute();
  await setKey(group.members);
  const query = { from_percent: 70 };
  const { body } = await all(app).call(capacities.list, { query });
  expect(body.items.map(({ what, used, limit }) => [what, used, limit])).toEqual([
    ['block_list', 95, 100],
    ['access_list', 80, 100],
  ]);
  const doors = async (full_from: number) =>
    (await all(app).call(cylinders.list, { query: { full_from } })).body.items.map(({ block_list }) => block_list);
  expect([await doors(95), await doors(96)]).toEqual([[{ used: 95, limit: 100 }], []]);
  const held = (await all(app).call(keys.list, { query: { full_from: 80 } })).body.items;
  expect(held.map(({ memory }) => memory)).toEqual([{ used: 80, limit: 100 }]);
  const advice = async () => (await all(app).call(capacities.keyAdvice, { params: { id } })).body;
  const count = group.members.length;
  expect(await advice()).toMatchObject({
    single: count,
    groups: [{ id: group.group_id, cylinders: count, saves: count - 1 }],
  });
  await setKey(group.members.slice(1)); // the group would open a door more
  expect(await advice()).toMatchObject({ single: count - 1, groups: [] });
});
