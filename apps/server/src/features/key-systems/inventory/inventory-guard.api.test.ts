import { type Input, type InventoryLoss, keySystems } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aKeySystem, alterList, goWrong, mirrorVersions, readInventory } from '#test/factories/key-systems';
import { aTask, undisturbed, workOn } from '#test/factories/tasks';
import { newCursor } from './inventory-cursor';
import { inventoryStep } from './inventory-step';

const get = async (app: TestApp, id: string) =>
  (await app.as('superadmin').call(keySystems.get, { params: { id } })).body;

type Acceptance = Input<typeof keySystems.acceptLoss>['body'];

/** What a read over a list of 100 of the 296 cylinders stops at. */
const seen = { list: 'cylinders', gone: 196, listed: 100 } as const;

const accept = (app: TestApp, id: string, body: Acceptance) =>
  app.as('superadmin').call(keySystems.acceptLoss, { params: { id }, body });

const whatToDo =
  'Nothing of them was changed here. Check the key system and read again; if it is right, accept the loss where its ' +
  'inventory is shown.';

/** A key system that has been read, and then lists so many of its cylinders. */
async function aShrunkenSystem(app: TestApp, length: number) {
  const { id } = await aKeySystem(app);
  await readInventory(app, id);
  alterList(app, 'cylinders', (items) => items.slice(0, length));
  const task = await readInventory(app, id);
  return { id, task };
}

describe('an inventory that lists nothing any more', () => {
  test.for<[path: string, list: InventoryLoss['list'], words: string]>([
    ['cylinder-groups', 'cylinder_groups', 'cylinder groups'],
    ['cylinders', 'cylinders', 'cylinders'],
    ['persons', 'persons', 'persons'],
    ['keys', 'keys', 'keys'],
  ])('of %s is stopped and changes nothing of them', async ([path, list, words], { app }) => {
    const { id } = await aKeySystem(app);
    const { result } = await readInventory(app, id);
    const known = result?.counts[list] ?? 0;
    const before = await mirrorVersions(app);
    alterList(app, path, () => []);
    expect(await readInventory(app, id)).toMatchObject({
      status: 'FAILURE',
      error: `The key system lists no ${words} any more; ${known} were known. ${whatToDo}`,
    });
    expect(await mirrorVersions(app)).toEqual(before);
    expect((await get(app, id)).inventory_loss).toEqual({ list, known, gone: known, listed: 0 });
  });

  test('is nothing special where nothing was known, and for programming jobs', async ({ app }) => {
    const { id } = await aKeySystem(app);
    alterList(app, 'keys', () => []);
    expect(await readInventory(app, id)).toMatchObject({ status: 'SUCCESS', result: { counts: { keys: 0 } } });
    alterList(app, 'programming-jobs', () => []);
    expect(await readInventory(app, id)).toMatchObject({
      status: 'SUCCESS',
      result: { counts: { keys: 60, programming_jobs: 0 } },
    });
    const { status, inventory_counts } = await get(app, id);
    expect([status, inventory_counts]).toMatchObject(['ACTIVE', { keys: 60, programming_jobs: 0 }]);
  });
});

describe('an inventory that has lost more than a fifth of a list', () => {
  test('is stopped, and goes on by itself once the list is whole again', async ({ app }) => {
    const { id } = await aKeySystem(app);
    await readInventory(app, id);
    const before = await mirrorVersions(app);
    goWrong(app, { name: 'lost_records' });
    expect((await readInventory(app, id)).error).toBe(
      `The key system lists 4 cylinder groups, and 37 of the 41 that were known are gone. ${whatToDo}`,
    );
    expect(await mirrorVersions(app)).toEqual(before);
    app.sandbox.script();
    expect(await readInventory(app, id)).toMatchObject({ status: 'SUCCESS' });
    expect(await get(app, id)).toMatchObject({ inventory_loss: null, cylinders: 296 });
  });

  test('is not stopped at a fifth', async ({ app }) => {
    const { id, task } = await aShrunkenSystem(app, 237); // of 296
    expect(task.status).toBe('SUCCESS');
    expect(await get(app, id)).toMatchObject({ inventory_loss: null, cylinders: 237 });
  });

  test('is believed once a person has accepted the loss, for that read', async ({ app }) => {
    const { id } = await aShrunkenSystem(app, 100);
    const loss = { ...seen, known: 296 };
    expect(await get(app, id)).toMatchObject({ inventory_loss: loss, cylinders: 296 });
    const { status, body } = await accept(app, id, { ...seen, reason: 'The annexe is sold' });
    expect(status).toBe(202);
    expect(await app.ended(body.task_id)).toMatchObject({ status: 'SUCCESS', result: { counts: { cylinders: 100 } } });
    expect(await get(app, id)).toMatchObject({ inventory_loss: null, cylinders: 100 });
    const { details } = await app.db
      .selectFrom('audit_event')
      .select('details')
      .where('action', '=', 'key_system.loss_accepted')
      .executeTakeFirstOrThrow();
    expect(details).toMatchObject({ ...loss, reason: 'The annexe is sold' });

    alterList(app, 'cylinders', (items) => items.slice(0, 20));
    expect(await readInventory(app, id)).toMatchObject({ status: 'FAILURE' });
  });

  test('is stopped again when it has lost even more by then', async ({ app }) => {
    const { id } = await aShrunkenSystem(app, 100);
    alterList(app, 'cylinders', (items) => items.slice(0, 99));
    const { body } = await accept(app, id, { ...seen, reason: 'The annexe is sold' });
    expect(await app.ended(body.task_id)).toMatchObject({ status: 'FAILURE' });
    expect(await get(app, id)).toMatchObject({ inventory_loss: { listed: 99 }, cylinders: 296 });
  });

  test('is stopped again when as many are listed by then, but others', async ({ app }) => {
    const { id } = await aShrunkenSystem(app, 100);
    alterList(app, 'cylinders', (items) =>
      items.slice(0, 100).map((item) => ({ ...item, external_id: `Other ${item.external_id}` })),
    );
    const { body } = await accept(app, id, { ...seen, reason: 'The annexe is sold' });
    expect(await app.ended(body.task_id)).toMatchObject({ status: 'FAILURE' });
    const loss = { list: 'cylinders', known: 296, gone: 296, listed: 100 };
    expect(await get(app, id)).toMatchObject({ inventory_loss: loss, cylinders: 296 });
  });

  test('is believed by its length where the acceptance does not tell how many were gone', async ({ app }) => {
    const { id } = await aShrunkenSystem(app, 100);
    const cursor = JSON.stringify(newCursor({ list: 'cylinders', listed: 100 }));
    const task = await aTask(app, { kind: 'inventory', key_system_connection_id: id, cursor });
    await workOn(app, task.id, inventoryStep, undisturbed);
    expect(await get(app, id)).toMatchObject({ inventory_loss: null, cylinders: 100 });
  });

  test('cannot be accepted without a reason, nor what is not what waits for a decision', async ({ app }) => {
    const { id } = await aShrunkenSystem(app, 100);
    const reason = 'The annexe is sold';
    expect((await accept(app, id, { ...seen, reason: ' ' })).status).toBe(422);
    for (const other of [
      { ...seen, listed: 99 },
      { ...seen, gone: 195 },
      { ...seen, list: 'keys' },
    ] as const) {
      const { status, problem } = await accept(app, id, { ...other, reason });
      expect([status, problem.detail]).toEqual([
        409,
        'The inventory has been read again meanwhile. Review it again, then decide.',
      ]);
    }
    app.sandbox.fault(undefined);
    await readInventory(app, id);
    expect((await accept(app, id, { ...seen, reason })).status).toBe(409);
  });
});
