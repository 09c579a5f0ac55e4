import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startPostgres } from '../../tools/lib/postgres.mjs';
import { serveBrowser } from './browser';
import { onServer, runSql } from './on-server';
import { startProduct } from './product';

/** A data folder after its first start, and what that start printed. Copies share its keys, and nothing else. */
export type FolderTemplate = { folder: string; credentials: { username: string; password: string } };

/** The same with its database on a PostgreSQL server, which copies it by name. */
export type ServerTemplate = FolderTemplate & { server: string; database: string };

declare module 'vitest' {
  interface ProvidedContext {
    browserAddress: string;
    folderTemplate: FolderTemplate;
    serverTemplate: ServerTemplate;
  }
}

const database = 'template_of_products';

/** One browser, and one first start with each kind of database, for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const embedded = await aFolder();
  const served = await aFolder();
  const { socketUrl: server, stop } = await startPostgres();
  await runSql(server, `create database ${database}`);
  const [browser, folderTemplate, serverTemplate] = await Promise.all([
    serveBrowser(),
    startOnce(embedded),
    startOnce(served, onServer(server, database)),
  ]);
  project.provide('browserAddress', browser.wsEndpoint());
  project.provide('folderTemplate', folderTemplate);
  project.provide('serverTemplate', { ...serverTemplate, server, database });
  return async () => {
    await browser.close();
    await stop();
    for (const folder of [embedded, served]) await rm(folder, { recursive: true });
  };
}

const aFolder = () => mkdtemp(join(tmpdir(), 'key2xs-template-'));

async function startOnce(folder: string, env?: Record<string, string>): Promise<FolderTemplate> {
  const product = await startProduct(folder, { env });
  if (!product.credentials) throw new Error('the first start printed no credentials');
  await product.kill('SIGTERM');
  const { code, log } = await product.exit;
  if (code !== 0) throw new Error(`the product did not stop cleanly: ${code}\n${log}`);
  return { folder, credentials: product.credentials };
}
