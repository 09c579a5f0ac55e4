import { keyCases, keyDesk, workList } from '@key2xs/contract';
import { describe } from 'vitest';
import { deliverEvents } from '#platform/events/deliver-events';
import { expect, type TestApp, test } from '#test/app';
import { aConnection } from '#test/factories/iam';
import { aReadKeySystem, asAnotherClient, readInventory } from '#test/factories/key-systems';
import { aPerson } from '#test/factories/people';
import { allowOnly } from '#test/factories/work-list';
import { kindOfJob, runNow } from '#test/run-jobs';
import { handSources } from '../../hand-sources';
import { productEvents } from '../../product-events';
import { keepWorkByHand } from '../work-list/work-by-hand';
import { writeKeyAccessJob } from './service';

const desk = (app: TestApp) => app.as('superadmin');
const door = 'C-0181';

/** Ada has lost a key that opens a door of its own, and knows so; another of its kind is in stock. */
async function aLoss(app: TestApp, { isWritable }: { isWritable: boolean }) {
  const { id: source } = await aConnection(app);
  const { id: ada } = await aPerson(app, { connection_id: source, display_name: 'Ada Invented' });
  await asAnotherClient(app, (session) =>
    session.putPerson({ reference: ada, first_name: 'Ada', surname: 'Invented', email: null, employee_id: null }),
  );
  const { id: system } = await aReadKeySystem(app);
  const [held, spare] = await app.db
    .selectFrom('key_standing')
    .innerJoin('key', 'key.id', 'key_standing.key_id')
    .select(['key.id', 'key.external_id', 'key.marking'])
    .where('key_standing.state', '=', 'in_stock')
    .where('key.key_type', '=', 'dynamic')
    .where('key.validity', '=', 'always')
    .orderBy('key.marking')
    .limit(2)
    .execute();
  if (!held || !spare) throw new Error('the sandbox has such keys in stock');
  await asAnotherClient(app, async (session) => {
    await session.setKeyAccess(held.external_id, { cylinders: [door], cylinder_groups: [] });
    await session.setKeyAccess(spare.external_id, { cylinders: [], cylinder_groups: [] });
  });
  app.sandbox.act('update-key', { key: held.external_id });
  await readInventory(app, system);
  if (!isWritable) await allowOnly(app, system, ['read_keys', 'read_cylinders', 'read_persons']);
  const keys = [{ id: held.id, due_at: null }];
  await desk(app).call(keyDesk.handOut, { body: { person_id: ada, keys, reason: 'No plan yet.' } });
  const { body: lost } = await desk(app).call(keyCases.open, { body: { key_id: held.id, kind: 'lost' } });
  expect(lost).toMatchObject({ own_rights: 1, copied_rights: null });
  const chosen = await desk(app).call(keyCases.replace, { params: { id: lost.id }, body: { key_id: spare.id } });
  return { system, held, spare, id: lost.id, chosen: chosen.body };
}

const copied = async (app: TestApp, id: string) =>
  (await desk(app).call(keyCases.get, { params: { id } })).body.copied_rights;

describe('the replacement of a lost key', () => {
  test('opens what the lost key opened of its own, once it is updated', async ({ app }) => {
    const { system, held, spare, id, chosen } = await aLoss(app, { isWritable: true });
    const { sandbox } = app;
    expect(sandbox.opens(held.external_id, door).result).toBe('granted');
    expect(chosen.copied_rights).toEqual({ state: 'waiting', rights: 1, problem: null });
    while ((await copied(app, id))?.state === 'waiting') await runNow(app, kindOfJob(app, writeKeyAccessJob), system);
    expect(await copied(app, id)).toEqual({ state: 'written', rights: 1, problem: null });
    expect(sandbox.opens(spare.external_id, door).result).toBe('denied');
    sandbox.act('update-key', { key: spare.external_id });
    expect(sandbox.opens(spare.external_id, door).result).toBe('granted');
  });

  test('is on the work list where the connection cannot write it, and loses the rights when the lost key is found', async ({
    app,
  }) => {
    const { system, spare, id } = await aLoss(app, { isWritable: false });
    const readAgain = async () => {
      await readInventory(app, system);
      await allowOnly(app, system, ['read_keys', 'read_cylinders', 'read_persons']);
      await deliverEvents(app.deps, productEvents(app.deps), new AbortController().signal);
      await keepWorkByHand(app.deps, handSources, system);
    };
    const listed = async () =>
      (await desk(app).call(workList.list, { query: { kind: 'key_access' } })).body.items.map(({ what }) => what);
    await keepWorkByHand(app.deps, handSources, system);
    expect(await copied(app, id)).toMatchObject({ state: 'to_enter' });
    expect(await listed()).toEqual([expect.stringContaining(`Give the key ${spare.marking} these doors of its own`)]);
    await asAnotherClient(app, (session) =>
      session.setKeyAccess(spare.external_id, { cylinders: [door], cylinder_groups: [] }),
    );
    await readAgain();
    expect([await copied(app, id), await listed()]).toEqual([expect.objectContaining({ state: 'written' }), []]);
    await desk(app).call(keyCases.close, { params: { id }, body: { outcome: 'found', reason: 'Under the seat.' } });
    await keepWorkByHand(app.deps, handSources, system);
    expect(await listed()).toEqual([`Take all doors of its own from the key ${spare.marking}.`]);
    expect(await copied(app, id)).toBeNull();
  });
});
