import { createPool } from '../../apps/server/src/platform/database/create-pool';

/** Settings of a product whose database is on a PostgreSQL server, and which has its sandbox all the same. */
export function onServer(server: string, database: string): Record<string, string> {
  const own = new URL(server);
  own.pathname = `/${database}`;
  return { DATABASE_URL: own.href, KEY2XS_SANDBOX: 'on' };
}

/** Runs one statement beside all products. */
export async function runSql(server: string, statement: string): Promise<void> {
  const pool = createPool({ connectionString: server, max: 1 });
  try {
    await pool.query(statement);
  } finally {
    await pool.end();
  }
}
