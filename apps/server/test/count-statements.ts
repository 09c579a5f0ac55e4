import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type pg from 'pg';
import { onTestFinished } from 'vitest';
import type { Database } from '#platform/database/db';

/** What one request asked of the database, and what came back. */
export type Cost = { statements: number; rows: number; sent: number };

const started = 'http.server.request.start';

/**
 * Counts, for each request of this process until the test ends, the statements, the rows in their answers, and the characters of
 * their parameters. Statements of jobs and timers belong to no request and are not counted.
 */
export function countStatements({ pool }: Pick<Database, 'pool'>): (request: () => Promise<void>) => Promise<Cost> {
  const costs = new AsyncLocalStorage<Cost>();
  let cost: Cost = none();
  const begin = () => costs.enterWith(cost);
  const watched = new Map<pg.PoolClient, pg.PoolClient['query']>();
  const watch = (client: pg.PoolClient) => {
    if (watched.has(client)) return;
    const { query } = client;
    watched.set(client, query);
    client.query = counting(query.bind(client), costs);
  };
  subscribe(started, begin);
  pool.on('acquire', watch);
  onTestFinished(() => {
    unsubscribe(started, begin);
    pool.off('acquire', watch);
    for (const [client, query] of watched) client.query = query;
  });
  return async (request) => {
    cost = none();
    await request();
    return { ...cost }; // what follows the answer is no part of it
  };
}

const none = (): Cost => ({ statements: 0, rows: 0, sent: 0 });

/** Kysely calls `query` with a text and values, and awaits the result. */
function counting(query: pg.PoolClient['query'], costs: AsyncLocalStorage<Cost>): pg.PoolClient['query'] {
  const counted = async (text: string, values: unknown[] = []) => {
    const cost = costs.getStore();
    if (cost) cost.statements++;
    if (cost) cost.sent += values.reduce((sum: number, value) => sum + String(value).length, 0);
    const result = await query(text, values);
    if (cost) cost.rows += result.rows.length;
    return result;
  };
  return counted as unknown as pg.PoolClient['query']; // the one overload that Kysely uses
}
