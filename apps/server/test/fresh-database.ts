import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { createPool } from '#platform/database/create-pool';
import { toKysely } from '#platform/database/db';
import type { Db } from '#platform/deps';
import { openEmbeddedDatabase } from '#platform/embedded/embedded-database';

const template = inject('databaseTemplate');

/** An empty database of the kind under test, which several processes can open. */
export async function freshDatabase(processes: number): Promise<Db[]> {
  if (template.kind === 'dump') {
    const { pool, close } = await openEmbeddedDatabase({ dumpFile: template.emptyFile });
    onTestFinished(close);
    return Array.from({ length: processes }, () => toKysely(pool));
  }
  const name = `fresh_${randomBytes(6).toString('hex')}`;
  const server = new pg.Pool({ connectionString: template.url, max: 1 });
  await server.query(`create database ${name}`);
  const own = new URL(template.url);
  own.pathname = `/${name}`;
  const pools = Array.from({ length: processes }, () => createPool({ connectionString: own.href, max: 2 }));
  for (const pool of pools) pool.on('error', () => undefined); // dropping the database breaks remaining connections
  onTestFinished(async () => {
    await Promise.all(pools.map((pool) => pool.end()));
    await server.query(`drop database ${name} with (force)`);
    await server.end();
  });
  return pools.map(toKysely);
}
