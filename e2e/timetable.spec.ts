import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sync, timetables } from '@key2xs/contract';
import { expect, onTestFinished, test } from 'vitest';
import { movableClock } from './lib/movable-clock';
import { freePort, startProduct } from './lib/product';
import { connectKeySystem } from './lib/scenario';

test('a key system is read and synced by itself when its time has come', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'key2xs-timetable-'));
  const clockFolder = await mkdtemp(join(tmpdir(), 'key2xs-clock-'));
  onTestFinished(async () => {
    for (const path of [folder, clockFolder]) await rm(path, { recursive: true, force: true });
  });
  const clock = movableClock(clockFolder);
  const product = await startProduct(folder, await freePort(), { env: clock.env });
  onTestFinished(() => product.kill());
  const { username, password } = product.credentials ?? { username: '', password: '' };
  await product.signIn(username, password);

  const params = { id: await connectKeySystem(product, 'Head office') };
  const body = { sync_interval: '6h' } as const;
  const { next_run_at } = await product.must(timetables.changeOfKeySystem, { params, body });
  const next = Date.parse(next_run_at ?? '');
  expect(next).toBeGreaterThan(Date.now());

  await clock.moveAhead(next + 60_000 - Date.now());
  await expect
    .poll(
      async () => {
        await product.signIn(username, password);
        return (await product.must(timetables.ofKeySystem, { params })).last_run_at;
      },
      { interval: 1_000 },
    )
    .not.toBeNull();
  await expect
    .poll(
      async () => {
        const { items } = await product.must(sync.list, { query: {} });
        return items.map(({ kind, status }) => `${kind} ${status}`);
      },
      { interval: 500 },
    )
    .toEqual(['key_system SUCCESS', 'inventory SUCCESS', 'inventory SUCCESS']);
  const { state, next_run_at: following } = await product.must(timetables.ofKeySystem, { params });
  expect([state, following]).toEqual(['scheduled', new Date(next + 6 * 3_600_000).toISOString()]);
});
