import { SpanKind } from '@opentelemetry/api';
import type pg from 'pg';
import { fail, type Spans } from './spans';

type Ask = (...args: unknown[]) => unknown;

/** The first word, without comments such as the name of a prepared statement. */
const operationOf = (text: string) => /^(?:\s|\(|\/\*.*?\*\/)*(\w+)/s.exec(text)?.[1]?.toUpperCase() ?? 'UNKNOWN';

/**
 * Statements have placeholders where values stand.
 * @returns ends it for connections that are taken from the pool later
 */
export function traceStatements(pool: pg.Pool, { start, running }: Spans): () => void {
  const traced = new WeakSet<pg.PoolClient>();
  const trace = (client: pg.PoolClient) => {
    if (traced.has(client)) return;
    traced.add(client);
    const ask = client.query.bind(client) as Ask; // all of its overloads
    const tracing: Ask = (...args) => {
      const [text] = args;
      if (typeof text !== 'string' || !running.getStore()?.isRecording()) return ask(...args);
      const operation = operationOf(text);
      const span = start(operation, SpanKind.CLIENT, {
        'db.system.name': 'postgresql',
        'db.operation.name': operation,
        'db.query.text': text,
      });
      const answer = ask(...args);
      if (answer instanceof Promise) {
        answer.then(
          () => span.end(),
          (error: unknown) => fail(span, error),
        );
      } else span.end();
      return answer;
    };
    client.query = tracing as typeof client.query;
  };
  pool.on('acquire', trace);
  return () => void pool.off('acquire', trace);
}
