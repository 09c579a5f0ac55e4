import { sql } from 'kysely';
import { beforeAll } from 'vitest';
import { expect, test } from '#test/app';
import { addPager } from '#test/factories/called-sources';
import { aSubscribedPager } from '#test/factories/notifying-sources';
import { createDeliveryBatches } from './delivery-batches';

beforeAll(addPager);

test('deliveries that come together are looked up and written together', async ({ app }) => {
  const { id } = await aSubscribedPager(app);
  const { key_hash } = await app.db.selectFrom('source_webhook').select('key_hash').executeTakeFirstOrThrow();
  const batches = createDeliveryBatches(app.deps);
  const together = (call: (at: number) => Promise<unknown>) =>
    Promise.all(Array.from({ length: 200 }, (_, at) => call(at)));
  const found = await together(() => batches.findWebhook(key_hash));
  expect(found[0]).toMatchObject({ connection_id: id });
  expect(new Set(found).size).toBe(1);
  await together((at) => batches.note(id, at % 2 === 0));
  const { received } = await app.db.selectFrom('source_webhook').select('received').executeTakeFirstOrThrow();
  expect(Number(received)).toBe(200);
  const { rows } =
    await sql`select count(*)::int, count(distinct xmin::text)::int as transactions from source_nudge`.execute(app.db);
  expect(rows).toEqual([{ count: 100, transactions: 1 }]);
});
