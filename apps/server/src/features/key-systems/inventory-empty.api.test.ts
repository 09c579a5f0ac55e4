import { keySystems } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, test } from '#test/app';
import { aKeySystem, alterList, mirrorVersions, readInventory } from '#test/factories/key-systems';

describe('an inventory that lists nothing any more', () => {
  test.for([
    ['cylinder-groups', 'cylinder groups', 'cylinder_groups'],
    ['cylinders', 'cylinders', 'cylinders'],
    ['persons', 'persons', 'persons'],
    ['keys', 'keys', 'keys'],
  ] as const)('of %s is stopped and changes nothing of them', async ([list, words, kind], { app }) => {
    const { id } = await aKeySystem(app);
    const { result } = await readInventory(app, id);
    const before = await mirrorVersions(app);
    alterList(app, list, () => []);
    const { status, error } = await readInventory(app, id);
    expect([status, error]).toEqual([
      'FAILURE',
      `The key system lists no ${words} any more, and ${result?.counts[kind]} were known. Nothing of them was changed ` +
        'here. Check the key system, then read its inventory again; if it really has none, add it as a new key system.',
    ]);
    expect(await mirrorVersions(app)).toEqual(before);
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
    const { body } = await app.as('superadmin').call(keySystems.get, { params: { id } });
    expect(body).toMatchObject({ status: 'ACTIVE', inventory_counts: { keys: 60, programming_jobs: 0 } });
  });
});
