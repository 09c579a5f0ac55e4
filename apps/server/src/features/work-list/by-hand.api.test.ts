import { keyDesk, keyTimes, programming, workList } from '@key2xs/contract';
import { parse } from 'csv-parse/sync';
import { deliverEvents } from '#platform/events/deliver-events';
import { expect, type TestApp, test } from '#test/app';
import { aSubAdmin } from '#test/factories/administrators';
import { aConnection } from '#test/factories/iam';
import { aReadKeySystem, asAnotherClient, readInventory } from '#test/factories/key-systems';
import { aPerson } from '#test/factories/people';
import { allowOnly } from '#test/factories/work-list';
import { kindOfJob, runNow } from '#test/run-jobs';
import { send } from '#test/send';
import { handSources } from '../../hand-sources';
import { productEvents } from '../../product-events';
import { keepWorkByHand } from './work-by-hand';

const admin = (app: TestApp) => app.as('superadmin');

/** Has those act who wait for the end of a read, and lists what there is to do. */
async function listAnew(app: TestApp, system: string): Promise<void> {
  await deliverEvents(app.deps, productEvents(app.deps), new AbortController().signal);
  await keepWorkByHand(app.deps, handSources, system);
}

const groups = async (app: TestApp, query: object = {}) =>
  (await admin(app).call(workList.groups, { query })).body.items.map(({ what, count }) => ({ what, count }));

const entries = async (app: TestApp, query: object) => (await admin(app).call(workList.list, { query })).body.items;

const reading = [
  'read_cylinders',
  'read_cylinder_groups',
  'read_keys',
  'read_persons',
  'read_person_references',
  'read_profiles',
  'read_programming_jobs',
];

/** A system that can be read and not written, with two keys in stock, and a person whom it knows. */
async function aCabinet(app: TestApp) {
  const { id: source } = await aConnection(app);
  const { id: ada } = await aPerson(app, { connection_id: source, display_name: 'Ada Invented' });
  const person = { reference: ada, first_name: 'Ada', surname: 'Invented', email: null, employee_id: null };
  await asAnotherClient(app, (session) => session.putPerson(person));
  const { id: system } = await aReadKeySystem(app);
  await allowOnly(app, system, reading);
  const rows = await app.db
    .selectFrom('key_standing')
    .innerJoin('key', 'key.id', 'key_standing.key_id')
    .select(['key.id', 'key.external_id', 'key.marking'])
    .where('key_standing.state', '=', 'in_stock')
    .where('key.key_type', '=', 'dynamic')
    .orderBy('key.marking')
    .limit(2)
    .execute();
  const [one, other] = rows;
  if (!one || !other) throw new Error('the sandbox has keys in stock');
  const door = await app.db
    .selectFrom('cylinder')
    .select(['id', 'marking'])
    .where('external_id', '=', 'C-0181')
    .executeTakeFirstOrThrow();
  return { system, ada, one, other, door };
}

test('what changed hands is listed for the operator of a system that does not take it, and ticked by the next read', async ({
  app,
}) => {
  const { system, ada, one, other } = await aCabinet(app);
  const keys = [one, other].map(({ id }) => ({ id, due_at: null }));
  await admin(app).call(keyDesk.handOut, { body: { person_id: ada, keys, reason: 'No plan yet.' } });
  await listAnew(app, system);
  expect(await groups(app)).toEqual([{ what: 'Assign 2 keys to their holders.', count: 2 }]);
  const [first] = await entries(app, { kind: 'key_holder' });
  expect(first).toMatchObject({ label: one.marking, is_readable: true });
  const { text } = await admin(app).call(workList.exportCsv, { query: { kind: 'key_holder' } });
  const file = parse(text, { columns: true, bom: true }) as Record<string, string>[];
  expect(file).toMatchObject([
    { key: one.marking, holder: 'Ada Invented', custody: 'handed_out', cylinder: '' },
    { key: other.marking, holder: 'Ada Invented' },
  ]);
  const ticked = await admin(app).send(workList.markDone, { body: { ids: [first?.id ?? ''] } });
  expect([ticked.status, ticked.problem?.detail]).toEqual([
    409,
    expect.stringContaining('The next reading ticks this'),
  ]);

  await asAnotherClient(app, (session) => session.assignKey({ key: one.external_id, holder: { reference: ada } }));
  await admin(app).call(keyDesk.takeBack, { body: { keys: [{ id: other.id }] } });
  await readInventory(app, system);
  await allowOnly(app, system, reading);
  await listAnew(app, system);
  expect(await groups(app)).toEqual([]);
  const closed = await entries(app, { state: 'all', kind: 'key_holder' });
  expect(closed.map(({ label, state, closed_by }) => [label, state, closed_by]).sort()).toEqual(
    [
      [one.marking, 'done', 'read'],
      [other.marking, 'withdrawn', null],
    ].sort(),
  );
  await admin(app).call(keyDesk.report, {
    params: { id: one.id },
    body: { report: 'report_lost', reason: 'Left on a train.' },
  });
  await listAnew(app, system);
  expect(await groups(app)).toContainEqual({ what: `Record the key ${one.marking} as lost.`, count: 1 });
});

test('a holder whom an operator has entered without a number is the one person of that name, not one of two', async ({
  app,
}) => {
  const { system, one } = await aCabinet(app);
  const { id: source } = await aConnection(app, { name: 'Other source' });
  const bea = { connection_id: source, given_name: 'Bea', family_name: 'Invented', display_name: 'Bea Invented' };
  const { id } = await aPerson(app, bea);
  await admin(app).call(keyDesk.handOut, {
    body: { person_id: id, keys: [{ id: one.id, due_at: null }], reason: 'No plan yet.' },
  });
  const { identity = '' } = app.sandbox.act('create-person', { first_name: 'Bea', surname: 'Invented' });
  const holder = { identity };
  await asAnotherClient(app, (session) => session.assignKey({ key: one.external_id, holder }));
  const { id: namesake } = await aPerson(app, bea);
  await readInventory(app, system);
  await allowOnly(app, system, reading);
  await listAnew(app, system);
  expect(await groups(app)).toMatchObject([{ count: 1 }]);
  await app.db.deleteFrom('person').where('id', '=', namesake).execute();
  await listAnew(app, system);
  expect(await groups(app)).toEqual([]);
});

test('so are times of keys and programming jobs, for readers who may see the door', async ({ app }) => {
  const { system, one, other, door } = await aCabinet(app);
  const ordered = await admin(app).call(keyTimes.order, {
    body: {
      selection: { ids: [one.id, other.id] },
      change: { revalidation_minutes: 240 },
      reason: 'Shorter.',
      ...(await stampOf(app, [one.id, other.id])),
    },
  });
  expect(ordered.status).toBe(201);
  const jobs = [{ cylinder_id: door.id, key_id: one.id, kind: 'block' as const }];
  await admin(app).call(programming.order, { body: { jobs, reason: 'The key is lost.' } });
  await listAnew(app, system);
  expect(await groups(app)).toEqual(
    expect.arrayContaining([
      { what: 'Set the times of 2 keys.', count: 2 },
      {
        what: `Create a job that blocks the key ${one.marking} at the cylinder ${door.marking}.`,
        count: 1,
      },
    ]),
  );
  const { token } = await aSubAdmin(app, {
    functions: ['work_list'],
    scope: { departments: null, places: [(await aPlaceElsewhere(app)).id] },
  });
  const theirs = await send(app.url, workList.list, { query: { kind: 'programming_job' } }, { token });
  expect(theirs.body.items).toEqual([]);

  app.sandbox.clock.advance(1_000);
  app.sandbox.act('create-job', { cylinder: 'C-0181', kind: 'block', key: one.external_id });
  await asAnotherClient(app, async (session) => {
    for (const key of [one, other])
      await session.setKeyTimes(key.external_id, {
        validity: { mode: 'always' },
        revalidation_minutes: 240,
        schedule: [],
      });
  });
  await readInventory(app, system);
  await allowOnly(app, system, reading);
  await listAnew(app, system);
  await runNow(app, kindOfJob(app, 'write-programming-jobs'), system);
  await listAnew(app, system);
  expect(await groups(app)).toEqual([]);
});

async function stampOf(app: TestApp, ids: string[]) {
  const body = { selection: { ids }, change: { revalidation_minutes: 240 } };
  const { stamp } = (await admin(app).call(keyTimes.preview, { body })).body;
  return { stamp };
}

const aPlaceElsewhere = (app: TestApp) =>
  app.db
    .insertInto('location')
    .values({ id: crypto.randomUUID(), parent_id: null, parent_type: null, name: 'Elsewhere', type: 'building' })
    .returning('id')
    .executeTakeFirstOrThrow();
