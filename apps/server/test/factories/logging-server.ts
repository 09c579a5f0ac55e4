import type { Endpoint, Input } from '@key2xs/contract';
import { onTestFinished } from 'vitest';
import { buildApp } from '#app';
import { createLog } from '#platform/log';
import type { TestApp } from '../app';
import { type Answered, send } from '../send';

export type LoggingServer = {
  url: string;
  /** The log, one line per event. */
  lines: string[];
  /** As superadmin. */
  call<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Answered<E>>;
  /** Waits until all requests are answered and logged. */
  end(): Promise<void>;
};

/** A second server on the same database that logs everything. Until the test has ended, background work logs there too. */
export async function aLoggingServer(app: TestApp): Promise<LoggingServer> {
  const lines: string[] = [];
  const { log } = app.deps;
  app.deps.log = createLog('trace', { write: (line) => lines.push(line) });
  const server = await buildApp(app.deps);
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(async () => {
    app.deps.log = log;
    await server.close();
  });
  return {
    url,
    lines,
    call: async (endpoint, input) => send(url, endpoint, input, { token: await app.as('superadmin').token() }),
    end: () => server.close(),
  };
}
