import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { onTestFinished } from 'vitest';
import type { Database } from '#platform/database/db';
import { watchStatements } from './watch-statements';

/** The database cost of one request. */
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
  const stop = watchStatements(pool, async (ask, text, values) => {
    const cost = costs.getStore();
    if (cost) cost.statements++;
    if (cost) cost.sent += values.reduce((sum: number, value) => sum + String(value).length, 0);
    const result = await ask(text, values);
    if (cost) cost.rows += result.rows.length;
    return result;
  });
  subscribe(started, begin);
  onTestFinished(() => {
    unsubscribe(started, begin);
    stop();
  });
  return async (request) => {
    cost = none();
    await request();
    return { ...cost }; // excludes work after the answer
  };
}

const none = (): Cost => ({ statements: 0, rows: 0, sent: 0 });
