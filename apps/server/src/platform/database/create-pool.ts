import pg from 'pg';

/**
 * A pool whose connections may break while they are lent out, between two statements of a transaction. The next
 * statement on such a connection fails; the event that comes first would end this process if nobody heard it.
 */
export function createPool(options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(options);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
