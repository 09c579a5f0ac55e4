import { changeSets } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aHouseByHand, readEverything } from '#test/factories/handmade';
import { syncNow } from '#test/factories/key-plans';

const adoptions = { person_adopt: 4, profile_adopt: 3 };

/** Counts the writing calls that the sandbox receives meanwhile. */
async function writesOf<T>({ sandbox }: TestApp, run: () => Promise<T>): Promise<{ writes: number; answer: T }> {
  const before = sandbox.inspect().writes;
  const answer = await run();
  return { writes: sandbox.inspect().writes - before, answer };
}

describe('a plan that means what was entered in the key system by hand', () => {
  test('adopts it: a preview names it, the first sync writes nothing, and the second has nothing to do', async ({ app }) => {
    const { profiles, run } = await aHouseByHand(app);
    const before = await readEverything(app);
    const preview = await syncNow(app, { dry_run: true });
    expect(preview.result).toEqual({ outcome: 'previewed', counts: adoptions, failed: 0 });
    const params = { id: preview.change_set_id ?? '' };
    const { body: items } = await app.as('superadmin').call(changeSets.items, { params, query: {} });
    expect(items.items.filter(({ kind }) => kind === 'profile_adopt')).toMatchObject([
      { label: `Cellar of Nye ${run}` },
      { label: `Chemists ${run}` },
      { label: `Nurses ${run}` },
    ]);

    const first = await writesOf(app, () => syncNow(app));
    expect(first.answer.result).toMatchObject({ outcome: 'applied', counts: adoptions });
    const second = await writesOf(app, () => syncNow(app));
    expect(second.answer.result?.outcome).toBe('nothing_to_do');
    expect([first.writes, second.writes]).toEqual([0, 0]);
    expect(await readEverything(app)).toEqual(before);
    expect(profiles.ward).toMatch(/^A-/);
  });
});
