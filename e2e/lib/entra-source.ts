import { join } from 'node:path';
import { entraSetup, iam, type SyncTask } from '@key2xs/contract';
import * as drivers from '@key2xs/drivers/sandbox';
import { expect, vi } from 'vitest';
import type { Product } from './product';

/** Connects the sandbox of Entra ID by its own application, and imports its people. @returns the id of the source */
export async function connectEntra(product: Product, connection_name: string): Promise<string> {
  const { sandbox } = await product.must(entraSetup.options, {});
  const { tenant_id = '', client_id = '', client_secret = '' } = sandbox ?? {};
  const begun = { connection_name, sandbox: true, origin: product.url };
  const params = { session: (await product.must(entraSetup.initiate, { body: begun })).session };
  await product.must(entraSetup.enter, { params, body: { tenant_id, client_id, client_secret } });
  const isReady = async () => expect((await product.must(entraSetup.status, { params })).status).toBe('ready');
  await vi.waitFor(isReady, { timeout: 60_000, interval: 100 });
  const { connection_id } = await product.must(entraSetup.complete, { params, body: { auto_create_webhook: false } });
  const id = connection_id ?? '';
  expect((await readEntra(product, id)).result?.outcome).toBe('applied');
  return id;
}

/** Runs a called source to its end. */
export async function readEntra(product: Product, id: string): Promise<SyncTask> {
  const { task_id } = await product.must(iam.sync, { params: { id }, query: {} });
  return product.ended(task_id);
}

/** Runs a command in the sandbox of Entra ID: `commandEntra(dataDir, 'rename-department', 'Police', 'City police')`. */
export const commandEntra = (dataDir: string, ...words: string[]) =>
  drivers.sendCommand(join(dataDir, 'sandbox', 'entra-id'), words);
