import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { audit, auth, keyCases, keyDesk, keyRequests, people, programming } from '@key2xs/contract';
import { expect, test } from 'vitest';
import { buildDemo, demoEnv } from './demo/build-demo';
import { startProduct } from './lib/product';

test('fills a folder with a town whose history ends today', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'key2xs-demo-'));
  try {
    const admin = await buildDemo(folder, { people: 300, weeks: 1, say: () => undefined });
    const product = await startProduct(folder, { env: demoEnv });
    await product.signIn(admin.username, admin.password);
    const all = { query: { limit: 1 } };
    expect(await product.must(auth.me, {})).toMatchObject({ is_demo: true });
    expect((await product.must(people.list, all)).total).toBeGreaterThanOrEqual(300);
    expect((await product.must(keyDesk.counts, { query: {} })).handed_out).toBeGreaterThan(5);
    expect((await product.must(keyRequests.list, all)).total).toBe(4);
    expect((await product.must(keyCases.list, all)).total).toBeGreaterThan(0);
    expect((await product.must(programming.list, all)).total).toBeGreaterThan(3);
    expect(await product.must(audit.verify, {})).toMatchObject({ ok: true });
    await product.kill();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
