import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { toKysely } from '#platform/database/db';
import { openEmbeddedDatabase } from '#platform/embedded/embedded-database';
import { migrate } from '#platform/schema/migrate';
import { addEmptying } from './empty-database';

/**
 * Where test files copy their database from: a dump of the embedded one, or a template on a PostgreSQL server. `emptyFile` is
 * a dump from before any migration.
 */
export type DatabaseTemplate =
  | { kind: 'dump'; file: string; emptyFile: string }
  | { kind: 'server'; url: string; name: string };

declare module 'vitest' {
  interface ProvidedContext {
    databaseTemplate: DatabaseTemplate;
  }
}

/** Migrates once for the whole run; every test file starts from a copy. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env.TEST_DATABASE_URL;
  return url ? makeServerTemplate(project, url) : makeDump(project);
}

async function prepare(pool: pg.Pool): Promise<void> {
  const db = toKysely(pool);
  await migrate(db);
  await addEmptying(db);
}

async function makeDump(project: TestProject): Promise<() => Promise<void>> {
  const embedded = await openEmbeddedDatabase({});
  const folder = await mkdtemp(join(tmpdir(), 'key2xs-test-'));
  const emptyFile = join(folder, 'empty.tar');
  await writeFile(emptyFile, await embedded.dump());
  await prepare(embedded.pool);
  const file = join(folder, 'database.tar');
  await writeFile(file, await embedded.dump());
  await embedded.close();
  project.provide('databaseTemplate', { kind: 'dump', file, emptyFile });
  return () => rm(folder, { recursive: true });
}

async function makeServerTemplate(project: TestProject, url: string): Promise<() => Promise<void>> {
  const name = `template_${randomBytes(6).toString('hex')}`;
  const server = new pg.Pool({ connectionString: url, max: 1 });
  await server.query(`create database ${name}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  const pool = new pg.Pool({ connectionString: own.href });
  await prepare(pool);
  await pool.end();
  project.provide('databaseTemplate', { kind: 'server', url, name });
  return async () => {
    await server.query(`drop database ${name}`);
    await server.end();
  };
}
