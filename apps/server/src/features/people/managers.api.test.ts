import { people } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aConnection } from '#test/factories/iam';
import { aPerson } from '#test/factories/people';

const get = async (app: TestApp, { id }: { id: string }) =>
  (await app.as('superadmin').call(people.get, { params: { id } })).body;
const led = async (app: TestApp, { id }: { id: string }) => {
  const { body } = await app.as('superadmin').call(people.list, { query: { manager_id: id } });
  return body.items.map(({ display_name }) => display_name).sort();
};

/** Some people of one source, by external id. */
async function aTeam(app: TestApp) {
  const { id: connection_id } = await aConnection(app);
  return (external_id: string, values: Partial<Parameters<typeof aPerson>[1]> = {}) =>
    aPerson(app, { connection_id, external_id, display_name: `Person ${external_id}`, ...values });
}

describe('the manager of a person', () => {
  test('is found by external id, and lists their reports', async ({ app }) => {
    const add = await aTeam(app);
    const boss = await add('1', { active: false, left_at: new Date() });
    const one = await add('2', { manager_ref: '1' });
    await add('3', { manager_ref: '1', active: false, left_at: new Date() });
    expect(await get(app, one)).toMatchObject({
      manager_ref: '1',
      manager: { id: boss.id, display_name: 'Person 1', state: 'left' },
      reports: 0,
    });
    expect(await get(app, boss)).toMatchObject({ manager: null, reports: 1 });
    expect(await led(app, boss)).toEqual(['Person 2', 'Person 3']);
  });

  test('is found by username where no external id is that, and only to the letter', async ({ app }) => {
    const add = await aTeam(app);
    const boss = await add('1', { username: 'boss' });
    const exact = await add('2', { manager_ref: 'boss' });
    const close = await add('3', { manager_ref: 'Boss' });
    expect((await get(app, exact)).manager?.id).toBe(boss.id);
    expect(await get(app, close)).toMatchObject({ manager_ref: 'Boss', manager: null });
    expect(await led(app, boss)).toEqual(['Person 2']);
    const other = await add('boss');
    expect((await get(app, exact)).manager?.id).toBe(other.id);
    expect([await led(app, boss), await led(app, other)]).toEqual([[], ['Person 2']]);
  });

  test('is null if two people share the username, or the person is of another source or was superseded', async ({
    app,
  }) => {
    const [add, elsewhere] = [await aTeam(app), await aTeam(app)];
    const first = await add('1', { username: 'boss' });
    await add('2', { username: 'boss' });
    await elsewhere('9');
    await add('8', { superseded_at: new Date(), active: false, left_at: new Date() });
    for (const manager_ref of ['boss', '9', '8']) {
      expect(await get(app, await add(`of ${manager_ref}`, { manager_ref }))).toMatchObject({
        manager_ref,
        manager: null,
      });
    }
    expect(await led(app, first)).toEqual([]);
  });
});
