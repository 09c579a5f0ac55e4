import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CliqSandbox, startCliqSandbox } from '@key2xs/drivers/sandbox';
import { type DatabaseProxy, startDatabaseProxy } from '../../apps/server/test/database-proxy';
import { type OwnPostgres, startDurablePostgres } from '../../tools/lib/postgres.mjs';
import { type Product, startProduct } from '../lib/product';

export const admin = { username: 'chaos', password: 'correct horse battery' };

/** The product and everything it runs against. */
export type World = {
  postgres: OwnPostgres;
  proxy: DatabaseProxy;
  sandbox: CliqSandbox;
  /** The running product. */
  product: Product;
  /** Starts another process, beside the current one or in its place. */
  start(): Promise<Product>;
  close(): Promise<void>;
};

/** Starts PostgreSQL, a proxy in front of it, a sandbox key system, and the built product. */
export async function startWorld(): Promise<World> {
  const postgres = await startDurablePostgres();
  const proxy = await startDatabaseProxy(postgres.url);
  const sandbox = await startCliqSandbox({ port: 0 });
  const folders: string[] = [];
  const KEY2XS_SECRET_KEY = randomBytes(32).toString('base64'); // that of all processes on the database
  const env = {
    DATABASE_URL: proxy.through(postgres.url),
    KEY2XS_SECRET_KEY,
    KEY2XS_ALLOWED_HOSTS: '127.0.0.1',
    KEY2XS_ADMIN_USERNAME: admin.username,
    KEY2XS_ADMIN_PASSWORD: admin.password,
  };
  const start = async () => {
    const folder = await mkdtemp(join(tmpdir(), 'key2xs-chaos-'));
    folders.push(folder);
    return startProduct(folder, { env });
  };
  const world: World = {
    postgres,
    proxy,
    sandbox,
    product: await start(),
    start,
    close: async () => {
      await world.product.kill();
      await sandbox.close();
      await proxy.close();
      await postgres.stop();
      await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
    },
  };
  return world;
}
