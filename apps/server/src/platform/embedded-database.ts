import { once } from 'node:events';
import type pg from 'pg';
import { createPool } from './create-pool';
import { EmbeddedConnection } from './embedded-connection';
import type { FromWorker, ToWorker, WorkerSetup } from './embedded-database-messages';
import { startWorker } from './start-worker';

export type EmbeddedDatabase = {
  pool: pg.Pool;
  /** The whole database as a file image, for tests that start from a migrated copy. */
  dump(): Promise<Uint8Array>;
  /** Ends the pool, closes the database in good order and stops the thread. */
  close(): Promise<void>;
};

/**
 * PGlite in a worker thread behind an ordinary `pg` pool. Logical connections share its one session: while one has a
 * transaction open, the others wait. No session state outside transactions (no `set`, no session locks).
 *
 * The data folder must be locked by the caller: PGlite opens a folder that another process has open and loses rows.
 */
export async function openEmbeddedDatabase(setup: WorkerSetup, connections = 8): Promise<EmbeddedDatabase> {
  const worker = startWorker('embedded-database', { workerData: setup });
  const open = new Map<number, EmbeddedConnection>();
  let last = 0;
  let failure: Error | undefined;
  const fail = (error: Error) => {
    failure ??= error;
    for (const connection of open.values()) connection.destroy(error);
  };
  const [first] = (await Promise.race([
    once(worker, 'message'),
    once(worker, 'error').then(([error]) => Promise.reject(error)),
  ])) as [FromWorker]; // the first message of the worker
  if (first.kind !== 'ready') throw new Error('The embedded database did not start.');

  worker.on('error', (error) => fail(error instanceof Error ? error : new Error(String(error))));
  worker.on('exit', () => fail(new Error('The embedded database has stopped.')));
  worker.on('message', (message: FromWorker) => {
    if (message.kind === 'data') open.get(message.client)?.push(Buffer.from(message.data.buffer));
    if (message.kind === 'cut-off') open.get(message.client)?.destroy(new Error('The transaction took too long.'));
    if (message.kind === 'notify') {
      for (const [client, connection] of open) {
        if (client !== message.from) for (const frame of message.notifications) connection.push(Buffer.from(frame));
      }
    }
  });

  const ask = async (question: ToWorker, answer: FromWorker['kind']): Promise<FromWorker> => {
    worker.postMessage(question);
    for (;;) {
      const [message] = (await once(worker, 'message')) as [FromWorker]; // only FromWorker is ever posted
      if (message.kind === answer) return message;
    }
  };

  const pool = createPool({
    max: connections,
    user: 'postgres',
    database: 'postgres',
    stream: () => {
      const connection = new EmbeddedConnection(++last, worker, (client) => open.delete(client));
      open.set(last, connection);
      if (failure) connection.destroy(failure);
      return connection as never; // `pg` types its streams as sockets; it uses only what EmbeddedConnection has
    },
  });
  return {
    pool,
    dump: async () => {
      const message = await ask({ kind: 'dump' }, 'dumped');
      return message.kind === 'dumped' ? message.dump : new Uint8Array();
    },
    close: async () => {
      await pool.end();
      await ask({ kind: 'close' }, 'closed');
      worker.removeAllListeners('exit');
      await worker.terminate();
    },
  };
}
