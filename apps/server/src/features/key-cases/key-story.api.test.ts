import { effectiveAccess, keyCases, keyDesk, keys, programming } from '@key2xs/contract';
import { deliverEvents } from '#platform/events/deliver-events';
import { test as base, expect, type TestApp } from '#test/app';
import { aConnection, importPeople } from '#test/factories/iam';
import { aKeyPlan, aRule, group, syncNow } from '#test/factories/key-plans';
import { aReadKeySystem, readInventory } from '#test/factories/key-systems';
import { kindOfJob, runNow } from '#test/run-jobs';
import { productEvents } from '../../product-events';
import { writeHoldersJob } from '../key-desk/write-holders';
import { writeKeyTimesJob } from '../key-times/service';
import { writeJobsJob } from '../programming/write-jobs';
import { lookAtKeysJob } from '../recorded/service';

const test = base.extend({ site: [{ keys: 3_000 }, { scope: 'file' }] });

const jobs = [writeHoldersJob, writeKeyTimesJob, writeJobsJob, lookAtKeysJob];
const never = new AbortController().signal;

/** Rules for the ward, the kitchen, and an office of so many that one who leaves stops no guard. */
async function aHospital(app: TestApp) {
  const { id: source } = await aConnection(app);
  const system = await aReadKeySystem(app, { capabilities: [...everything] });
  const { id: plan } = await aKeyPlan(app, { sources: [source], keySystems: [system.id] });
  const rules = { Ward: 'G-01', Kitchen: 'G-02', Office: 'G-03' };
  for (const [department, id] of Object.entries(rules))
    await aRule(app, {
      plan,
      source,
      name: department,
      departments: [department],
      objects: [group(system.group(id).id)],
    });
  return { source, system };
}

const everything = [
  'read_cylinders',
  'read_cylinder_groups',
  'read_keys',
  'read_persons',
  'read_person_references',
  'read_profiles',
  'read_programming_jobs',
  'read_programming_devices',
  'write_persons',
  'write_profiles',
  'write_profile_members',
  'write_key_holders',
  'write_key_times',
  'write_key_access',
  'write_programming_jobs',
];

const list = (department: string | null) => [
  ...Array.from({ length: 40 }, (_, at) => ({
    external_id: `${100 + at}`,
    display_name: `Person ${at}`,
    department: 'Office',
  })),
  ...(department ? [{ external_id: '1', display_name: 'Odo Brackwater', department }] : []),
];

/** Imports the list with someone in this department, or without, and brings the key system in line. */
async function hire(app: TestApp, source: string, department: string | null): Promise<void> {
  expect(await importPeople(app, source, list(department))).toMatchObject({ status: 'SUCCESS' });
  expect((await syncNow(app)).result?.outcome).toBe('applied');
}

const caller = (app: TestApp) => app.as('superadmin');

/** Lets the product catch up: what waits is written, the key system is read, and what keys hold is looked at. */
async function catchUp(app: TestApp, system: string): Promise<void> {
  await deliverEvents(app.deps, productEvents(app.deps), never);
  for (const name of jobs) while (await runNow(app, kindOfJob(app, name), system)) if (name === lookAtKeysJob) break;
  // Twice, because what was changed shortly before a reading is known only once the next finds the same.
  for (const _ of [1, 2]) {
    await readInventory(app, system);
    await deliverEvents(app.deps, productEvents(app.deps), never);
    await runNow(app, kindOfJob(app, lookAtKeysJob), system);
  }
}

/**
 * What is said of every door of a key against what the key and the cylinders really hold. A door that is not named is said to be closed
 * to the key where it is known what the key holds.
 */
async function compare(app: TestApp, key: { id: string; external_id: string }) {
  const answer = await caller(app).call(effectiveAccess.ofKey, { params: { id: key.id }, query: { limit: 200 } });
  const { items, is_known, total } = answer.body;
  expect(total).toBe(items.length);
  const said = new Map(items.map((item) => [item.cylinder_id, item]));
  const doors = await app.db.selectFrom('cylinder').select(['id', 'external_id']).execute();
  const layers = { recorded: 0, effective: 0, opens: 0 };
  for (const { id, external_id } of doors) {
    const opens = app.sandbox.opens(key.external_id, external_id).result === 'granted';
    const { recorded = false, effective = is_known ? 'no' : 'not_known' } = said.get(id) ?? {};
    if (recorded) layers.recorded++;
    if (effective === 'yes') layers.effective++;
    if (opens) layers.opens++;
    const claim = { external_id, effective, opens };
    if (effective !== 'not_known') expect(claim).toEqual({ ...claim, opens: effective === 'yes' });
  }
  return layers;
}

const exposedDoors = async (app: TestApp, key_id: string) =>
  (await caller(app).call(effectiveAccess.list, { query: { key_id, where: 'out', limit: 200 } })).body.items.length;

test('a key from the desk to its loss: each layer is what keys and cylinders really hold', async ({ app }) => {
  const { source, system } = await aHospital(app);
  await hire(app, source, 'Ward');
  const { body: free } = await caller(app).call(keys.list, {
    query: { custody: 'in_stock', key_type: 'dynamic', connection_id: system.id, limit: 1 },
  });
  const key = free.items[0] ?? { id: '', external_id: '' };
  expect(free.total).toBeGreaterThan(700);
  const { id: odo = '' } =
    (await app.db.selectFrom('person').select('id').where('external_id', '=', '1').executeTakeFirst()) ?? {};

  // Handed out: recorded, and on the key only after its update.
  await caller(app).call(keyDesk.handOut, { body: { person_id: odo, keys: [{ id: key.id, due_at: null }] } });
  await catchUp(app, system.id);
  const before = await compare(app, key);
  expect(before).toMatchObject({ effective: 0, opens: 0 });
  expect(before.recorded).toBeGreaterThan(0);
  app.sandbox.act('update-key', { key: key.external_id });
  await catchUp(app, system.id);
  expect(await compare(app, key)).toEqual({ ...before, effective: before.recorded, opens: before.recorded });
  expect(await exposedDoors(app, key.id)).toBe(0);

  // Moved to the kitchen: the doors of the ward are withdrawn, and still open.
  await hire(app, source, 'Kitchen');
  await catchUp(app, system.id);
  expect((await compare(app, key)).opens).toBe(before.recorded);
  expect(await exposedDoors(app, key.id)).toBe(before.recorded);

  const moved = await caller(app).call(keyCases.list, { query: { key_id: key.id } });
  expect(moved.body.items).toMatchObject([{ kind: 'mover', moved_doors: { lost: before.recorded } }]);

  // Left, with the key: a case to collect it.
  await hire(app, source, null);
  await catchUp(app, system.id);
  const { body: open } = await caller(app).call(keyCases.list, { query: { key_id: key.id, state: 'open' } });
  expect(open.items).toMatchObject([{ kind: 'return', holder: { person_id: odo }, next_step: 'collect_key' }]);
  expect((await compare(app, key)).opens).toBe(before.recorded);

  // Not returned: lost, and blocked in every cylinder that it opens.
  const id = open.items[0]?.id ?? '';
  const { body: lost } = await caller(app).call(keyCases.becomeLost, {
    params: { id },
    body: { reason: 'Does not answer.' },
  });
  // With those of which it is not known whether they belong to a group that the key opens.
  const doors = lost.doors.undecided;
  expect(lost).toMatchObject({ kind: 'lost', next_step: 'decide_doors' });
  expect(doors).toBeGreaterThanOrEqual(before.recorded);
  await caller(app).call(keyCases.decide, { params: { id }, body: { cylinders: 'undecided', decision: 'block' } });
  await catchUp(app, system.id);
  expect(await exposedDoors(app, key.id)).toBeGreaterThanOrEqual(before.recorded);
  const refused = await caller(app).send(keyCases.close, {
    params: { id },
    body: { outcome: 'written_off', reason: 'Gone.' },
  });
  expect([refused.status, refused.problem.detail]).toEqual([
    409,
    'There is work on cylinders that is not done. Wait for it, or decide otherwise.',
  ]);

  const { body: board } = await caller(app).call(programming.list, {
    query: { stage: 'pending', kind: 'block', limit: 200 },
  });
  expect(board.items).toHaveLength(doors);
  for (const { external_id } of board.items) app.sandbox.act('do-job', { job: external_id ?? '' });
  await catchUp(app, system.id);
  expect(await compare(app, key)).toMatchObject({ effective: 0, opens: 0 });
  expect(await exposedDoors(app, key.id)).toBe(0);
  const { body: secured } = await caller(app).call(keyCases.get, { params: { id } });
  expect(secured).toMatchObject({ next_step: 'close', doors: { secured: doors, undecided: 0, waiting: 0 } });
  const { body: closed } = await caller(app).call(keyCases.close, {
    params: { id },
    body: { outcome: 'written_off', reason: 'Gone.' },
  });
  expect(closed).toMatchObject({ outcome: 'written_off', key: { state: 'retired' } });
});
