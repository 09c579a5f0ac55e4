import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, inject } from 'vitest';
import { freePort } from '../../tools/lib/free-port.mjs';
import { connectBrowser } from './browser';
import type { ServerTemplate } from './global-setup';
import { movableClock } from './movable-clock';
import { onServer, runSql } from './on-server';
import { type Product, startProduct } from './product';

export type Stage = {
  product: Product;
  /** Shared with other test files; contexts are not. */
  browser: Browser;
  username: string;
  password: string;
  /** The data folder of the product and its sandbox. */
  dataDir: string;
  /** The product's clock; only with `hasMovableClock`. */
  clock: ReturnType<typeof movableClock>;
};

type Options = {
  hasMovableClock?: boolean;
  /** As after a start without settings; else the database is on a PostgreSQL server, which computes less. */
  isEmbedded?: boolean;
  /** Settings of the product, such as where its mail server is. */
  env?: () => Promise<Record<string, string>>;
};

/** The product with nothing but its first administrator, and a browser; removed after the test file. */
export function useStage({
  hasMovableClock = false,
  isEmbedded = hasMovableClock, // a server has a clock of its own
  env,
}: Options = {}): Stage {
  const stage = {} as Stage; // filled before the first test runs
  beforeAll(async () => {
    const template = inject(isEmbedded ? 'folderTemplate' : 'serverTemplate');
    stage.dataDir = await mkdtemp(join(tmpdir(), 'key2xs-e2e-'));
    await cp(template.folder, stage.dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE });
    // Ports of its own: a restart would find those of the template taken by the product of another file.
    for (const sandbox of ['sandbox', 'sandbox/entra-id']) {
      await writeFile(join(stage.dataDir, sandbox, 'port'), String(await freePort()));
    }
    stage.clock = movableClock(stage.dataDir);
    stage.product = await startProduct(stage.dataDir, {
      env: {
        ...(hasMovableClock && stage.clock.env),
        ...('server' in template && (await copyDatabase(template))),
        ...(await env?.()),
      },
    });
    stage.browser = await connectBrowser(inject('browserAddress'));
    Object.assign(stage, template.credentials);
  });
  afterAll(async () => {
    await stage.browser?.close(); // our contexts only
    await stage.product?.kill();
    await rm(stage.dataDir, { recursive: true, force: true });
  });
  return stage;
}

/** @returns the settings of a product that uses the copy */
async function copyDatabase({ server, database: template }: ServerTemplate): Promise<Record<string, string>> {
  const database = `product_${randomBytes(6).toString('hex')}`;
  await runSql(server, `create database ${database} template ${template}`);
  return onServer(server, database);
}
