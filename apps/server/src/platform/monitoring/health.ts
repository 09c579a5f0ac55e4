import { say } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { databaseTrouble } from '../database/database-outage';
import type { Db, Deps } from '../deps';

/** Limit for an answer, whatever the database does. */
const timeoutMs = 2_000;

/**
 * `/livez`, also called `/healthz`: the process is alive. `/readyz`: its database answers and accepts writes; `warnings` are problems that do not
 * prevent work.
 */
export function healthRoutes(app: FastifyInstance, deps: Pick<Deps, 'db' | 'auditNote'>): void {
  const ask = createHealthCheck(deps.db);
  for (const path of ['/livez', '/healthz']) app.get(path, { logLevel: 'warn' }, async () => ({ status: 'ok' }));
  app.get('/readyz', { logLevel: 'warn' }, async (_request, reply) => {
    const trouble = await ask();
    if (trouble === undefined) {
      const warning = deps.auditNote.trouble();
      return { status: 'ready', ...(warning && { warnings: [warning.message] }) };
    }
    return reply.code(503).header('retry-after', '5').send({ status: 'database unavailable', detail: trouble });
  });
}

/**
 * Returns a check that resolves to the problem of the database, or undefined. Concurrent calls share one query. A
 * query that times out is abandoned: its connection may be dead, while the next one works.
 */
export function createHealthCheck(db: Db): () => Promise<string | undefined> {
  let asking: Promise<string | undefined> | undefined;
  return () => {
    asking ??= withinPatience(question(db)).finally(() => {
      asking = undefined;
    });
    return asking;
  };
}

async function question(db: Db): Promise<string | undefined> {
  try {
    const { rows } = await sql<{ is_read_only: boolean }>`
      select current_setting('transaction_read_only') = 'on' as is_read_only`.execute(db);
    return rows[0]?.is_read_only ? 'The database takes no changes: it is read-only.' : undefined;
  } catch (error) {
    return renderSentence(databaseTrouble(error)?.sentence ?? say('database.refuses'));
  }
}

function withinPatience(answer: Promise<string | undefined>): Promise<string | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve('The database does not answer.'), timeoutMs);
    void answer.then((trouble) => {
      clearTimeout(timer);
      resolve(trouble);
    });
  });
}
