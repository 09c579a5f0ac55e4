import type pg from 'pg';

type Ask = (text: string, values?: unknown[]) => Promise<pg.QueryResult>;

/**
 * Wraps each statement that Kysely runs on a connection of this pool with `around`.
 * @returns stops that
 */
export function watchStatements(pool: pg.Pool, around: (ask: Ask, text: string, values: unknown[]) => ReturnType<Ask>) {
  const watched = new Map<pg.PoolClient, pg.PoolClient['query']>();
  const watch = (client: pg.PoolClient) => {
    if (watched.has(client)) return;
    const { query } = client;
    watched.set(client, query);
    const ask = query.bind(client) as unknown as Ask; // the one overload that Kysely uses
    const watching: Ask = (text, values = []) => around(ask, text, values);
    client.query = watching as unknown as typeof query;
  };
  pool.on('acquire', watch);
  return () => {
    pool.off('acquire', watch);
    for (const [client, query] of watched) client.query = query;
  };
}

/** Watches the commits of a pool, so that waiting for a database state needs no polling. */
export function watchCommits(pool: pg.Pool) {
  const waiting = new Set<() => void>();
  const stop = watchStatements(pool, async (ask, text, values) => {
    const result = await ask(text, values);
    if (text === 'commit') for (const wake of [...waiting]) wake();
    return result;
  });
  /** Resolves with the next commit; without one after `withinMs`, because another process may have committed. */
  const next = (withinMs: number) =>
    new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, withinMs);
      waiting.add(wake);
    });
  return { next, stop };
}
