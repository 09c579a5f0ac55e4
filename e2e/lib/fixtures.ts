import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { launchBrowser } from './browser';
import { freePort, type Product, startProduct } from './product';

export type Stage = {
  product: Product;
  browser: Browser;
  username: string;
  password: string;
  /** The data folder of the product and its sandbox. */
  dataDir: string;
};

/** The product on an empty data folder, and a browser; both are removed after the test file. */
export function useStage(): Stage {
  const stage = {} as Stage; // filled before the first test runs
  beforeAll(async () => {
    stage.dataDir = await mkdtemp(join(tmpdir(), 'key2xs-e2e-'));
    stage.product = await startProduct(stage.dataDir, await freePort());
    stage.browser = await launchBrowser();
    Object.assign(stage, stage.product.credentials);
  });
  afterAll(async () => {
    await stage.browser?.close();
    await stage.product?.kill();
    await rm(stage.dataDir, { recursive: true, force: true });
  });
  return stage;
}
