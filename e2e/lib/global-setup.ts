import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { serveBrowser } from './browser';
import { startProduct } from './product';

/** A data folder after its first start, and what that start printed. Copies share its keys, and nothing else. */
export type FolderTemplate = { folder: string; credentials: { username: string; password: string } };

declare module 'vitest' {
  interface ProvidedContext {
    browserAddress: string;
    folderTemplate: FolderTemplate;
  }
}

/** One browser and one first start for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'key2xs-template-'));
  const credentials = await startOnce(folder);
  const browser = await serveBrowser();
  project.provide('browserAddress', browser.wsEndpoint());
  project.provide('folderTemplate', { folder, credentials });
  return async () => {
    await browser.close();
    await rm(folder, { recursive: true });
  };
}

async function startOnce(folder: string) {
  const product = await startProduct(folder);
  if (!product.credentials) throw new Error('the first start printed no credentials');
  await product.kill('SIGTERM');
  const { code, log } = await product.exit;
  if (code !== 0) throw new Error(`the product did not stop cleanly: ${code}\n${log}`);
  return product.credentials;
}
