import { type Logger, pino } from 'pino';
import { onTestFinished } from 'vitest';
import { buildApp } from '#app';
import type { Deps } from '#platform/deps';
import { createDeps } from '../src/start-server';
import type { TestApp } from './app';

/**
 * Another server process on the same database, until the end of the test. It trusts a proxy: `x-forwarded-for` sets the
 * address of a caller.
 */
export async function anotherServer(app: TestApp, log: Logger = pino({ level: 'silent' })) {
  const config = { ...app.deps.config, trustedProxies: ['127.0.0.1'] };
  const deps: Deps = await createDeps({
    config,
    log,
    database: { db: app.db, isEmbedded: false },
    sandboxes: undefined,
  });
  const server = await buildApp(deps);
  onTestFinished(() => server.close());
  return { deps, url: await server.listen({ port: 0, host: '127.0.0.1' }) };
}
