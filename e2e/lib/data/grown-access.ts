import { cylinders, keySystems } from '@key2xs/contract';
import type { Product } from '../product';
import { addStaff, connectKeySystem } from '../scenario';
import { enterAccess } from './hand-entered-access';
import { loadLists } from './lists';

/** Access of a town that has grown by hand, with so much that nothing explains that a run of the generator takes its time. */
export async function growAccess(product: Product, dataDir: string): Promise<void> {
  const { first } = await loadLists({ isSmall: true });
  await addStaff(product, 'Town staff', first);
  const id = await connectKeySystem(product, 'Town hall');
  const { items } = await product.must(cylinders.list, { query: { limit: 200 } });
  const doors = items.map(({ external_id }) => external_id);
  await enterAccess(dataDir, [...first.rows.values()], doors, { missing: 1, extra: 2, scattered: 120 });
  const { task_id } = await product.must(keySystems.readInventory, { params: { id } });
  await product.ended(task_id);
}
