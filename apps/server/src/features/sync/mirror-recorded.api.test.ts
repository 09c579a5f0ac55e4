import { keySystems } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { syncNow } from '#test/factories/key-plans';
import { disturb, mirrorVersions } from '#test/factories/key-systems';
import { aFamily, aFireDepartment, offerQueryOnly, openKinds } from '#test/factories/work-list';

/** Makes the query service list only this many persons, until removed. */
const listOnly = (app: TestApp, count: number) =>
  disturb(app, ({ operation }) =>
    operation === 'getPersons' ? { kind: 'alter_items', alter: (all) => all.slice(0, count) } : undefined,
  );

const getSystem = async (app: TestApp, id: string) =>
  (await app.as('superadmin').call(keySystems.get, { params: { id } })).body;

/** A query-only key system where an operator has to remove one of twelve people. */
async function aHouseWithALeaver(app: TestApp) {
  const family = aFamily();
  const people = Array.from({ length: 12 }, (_, i) => ({ given_name: `Odo${i}`, family_name: family }));
  const { system, persons } = await aFireDepartment(app, people);
  await syncNow(app);
  await syncNow(app); // now the mirror knows all identities
  await offerQueryOnly(app, system.id);
  await app.db
    .updateTable('person')
    .set({ department: 'Elsewhere' })
    .where('id', '=', persons[0] ?? '')
    .execute();
  await syncNow(app);
  expect(await openKinds(app)).toEqual(['member_remove', 'person_deactivate']);
  return { system };
}

describe('a sync that finds too few persons', () => {
  test.for([0, 5])('(%i) closes no entry, changes no person, and waits for a decision', async (listed, { app }) => {
    const { system } = await aHouseWithALeaver(app);
    const before = await mirrorVersions(app);
    listOnly(app, listed);
    const task = await syncNow(app);
    const { inventory_loss } = await getSystem(app, system.id);
    const known = inventory_loss?.known ?? 0;
    expect(inventory_loss).toEqual({ list: 'persons', known, gone: known - listed, listed });
    const what =
      listed === 0
        ? `The key system lists no persons any more; ${known} were known.`
        : `The key system lists ${listed} persons, and ${known - listed} of the ${known} that were known are gone.`;
    expect(task).toMatchObject({
      status: 'FAILURE',
      error:
        `${what} Nothing of them was changed here. Check the key system and sync again; if it is right, accept the ` +
        'loss where its inventory is shown.',
    });
    expect(await mirrorVersions(app)).toEqual(before);
    expect(await openKinds(app)).toEqual(['member_remove', 'person_deactivate']);
  });

  test('continues by itself once they are listed again', async ({ app }) => {
    const { system } = await aHouseWithALeaver(app);
    listOnly(app, 0);
    expect((await syncNow(app)).status).toBe('FAILURE');
    app.sandbox.fault(undefined);
    expect(await syncNow(app)).toMatchObject({ status: 'SUCCESS', result: { outcome: 'waiting' } });
    expect((await getSystem(app, system.id)).inventory_loss).toBeNull();
    expect(await openKinds(app)).toEqual(['member_remove', 'person_deactivate']);
  });

  test('continues once a person has accepted the loss', async ({ app }) => {
    const { system } = await aHouseWithALeaver(app);
    listOnly(app, 0);
    await syncNow(app);
    const { inventory_loss } = await getSystem(app, system.id);
    const { body } = await app.as('superadmin').call(keySystems.acceptLoss, {
      params: { id: system.id },
      body: { list: 'persons', gone: inventory_loss?.gone ?? 0, listed: 0, reason: 'The house is closed' },
    });
    expect(await app.ended(body.task_id)).toMatchObject({ status: 'SUCCESS', result: { counts: { persons: 0 } } });
    expect(await openKinds(app)).toEqual(['member_remove']);
    expect(await syncNow(app)).toMatchObject({ status: 'SUCCESS' });
    expect((await getSystem(app, system.id)).inventory_loss).toBeNull();
  });
});
