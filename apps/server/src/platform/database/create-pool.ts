import pg from 'pg';

/**
 * A pool that survives connections breaking while checked out. The next statement on one fails; without a listener, its
 * `error` event would crash the process first.
 *
 * Compiles no statement to machine code: where estimates are high and rows are few, compiling takes seconds and saves nothing.
 */
export function createPool(options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ options: '-c jit=off', ...options });
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
