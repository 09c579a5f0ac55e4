import { keySystems, sync } from '@key2xs/contract';
import type { Product } from '../lib/product';

const maxTries = 600;
const pauseMs = 200;

/** For what the product does in the background. @throws Error after two minutes */
export async function until(isDone: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await isDone()); tries++) {
    if (tries === maxTries) throw new Error('What the product does in the background did not end.');
    await new Promise((done) => setTimeout(done, pauseMs));
  }
}

type Started = Awaited<ReturnType<Product['call']>>;

/** Starts a run over a connection and waits for its end. A run that the product's schedule has begun comes first. */
async function runToItsEnd(product: Product, start: () => Promise<Started>): Promise<void> {
  for (;;) {
    const { status, text } = await start();
    const { task_id } = JSON.parse(text) as { task_id?: string };
    if (!task_id || (status >= 400 && status !== 409)) throw new Error(`A run did not start, ${status}: ${text}`);
    const { status: end, error } = await product.ended(task_id);
    if (status === 409) continue;
    if (end === 'FAILURE') throw new Error(`A run failed: ${error}`);
    return;
  }
}

export const readKeySystem = (product: Product, id: string): Promise<void> =>
  runToItsEnd(product, () => product.call(keySystems.readInventory, { params: { id } }));

export const syncKeySystem = (product: Product, id: string): Promise<void> => {
  const body = { target_key_system_connection_id: id, dry_run: false };
  return runToItsEnd(product, () => product.call(sync.start, { body }));
};
