import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { report } from '../../apps/server/bench/report';
import { startProduct } from '../lib/product';

/** From the command to the first answered request: on an empty data folder, then on the same one again. */
export async function benchStart(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'key2xs-bench-'));
  const start = async () => {
    const began = performance.now();
    const product = await startProduct(folder);
    await fetch(`${product.url}/healthz`);
    const took = (performance.now() - began) / 1_000;
    await product.kill('SIGTERM');
    return took;
  };
  report('start on an empty data folder', await start(), 3.5, 's');
  report('start on a used data folder', await start(), 1.5, 's');
  await rm(folder, { recursive: true });
}
