import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Product, startProduct } from '../lib/product';

/** Runs the built product in a process of its own, on an empty data folder, signed in. */
export async function withProduct(
  measure: (product: Product) => Promise<void>,
  env: Record<string, string> = {},
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'key2xs-bench-'));
  const product = await startProduct(folder, { env });
  const { username = '', password = '' } = product.credentials ?? {};
  await product.signIn(username, password);
  await measure(product);
  await product.kill('SIGTERM');
  await rm(folder, { recursive: true });
}
