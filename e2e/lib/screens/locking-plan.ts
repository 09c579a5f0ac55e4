import { cylinders, keys, lockingPlans } from '@key2xs/contract';
import type { Product } from '../product';

/** Stores a plan with the key system's own markings, plus a cylinder and a row unknown to it. */
export async function storeLockingPlan(product: Product, connection_id: string): Promise<void> {
  const query = { connection_id, limit: 60 };
  const doors = (await product.must(cylinders.list, { query })).items.map(({ marking }) => marking);
  const held = (await product.must(keys.list, { query })).items.map(({ marking }) => marking);
  const rows = [...held, 'Reserve'].map((key, row) =>
    [key, ...doors.map((_, column) => ((row * 7 + column * 3) % 5 === 0 ? 'x' : '')), 'x'].join(';'),
  );
  const bytes = new TextEncoder().encode([['', ...doors, 'New wing'].join(';'), ...rows].join('\r\n'));
  const file = { name: 'Locking plan.csv', arrayBuffer: async () => bytes.buffer };
  const params = { id: connection_id };
  const { content, problems } = await product.must(lockingPlans.upload, { params, body: { file } });
  if (!content) throw new Error(`the plan cannot be stored: ${JSON.stringify(problems.slice(0, 5))}`);
  await product.must(lockingPlans.store, { params, body: content });
}
