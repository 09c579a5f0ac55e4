import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import type pg from 'pg';
import { createPool } from '../database/create-pool';
import { prepareMarked } from '../database/prepared';
import { startWorker } from '../start-worker';
import { DatabaseEnded, DiskFull } from './database-ended';
import { isDiskFull } from './disk-space';
import { EmbeddedConnection } from './embedded-connection';
import type { FromWorker, ToWorker, WorkerSetup } from './messages';

export type EmbeddedDatabase = {
  pool: pg.Pool;
  /** Resolves when the database is unusable and this process should end; never after `close`. */
  ended: Promise<DatabaseEnded>;
  /** An image of the whole database, for tests that start from a migrated copy. */
  dump(): Promise<Uint8Array>;
  /** Ends the pool, shuts the database down cleanly and stops the thread. */
  close(): Promise<void>;
};

/** For the thread's JavaScript objects, which need a tenth. The database's own memory is bounded by its settings. */
const resourceLimits = { maxOldGenerationSizeMb: 256 };

const outOfMemory =
  'The embedded database needed more memory than it may have and was ended. Start Key2XS again. If this comes back, use a PostgreSQL server: set DATABASE_URL.';
const stopped = 'The embedded database has stopped. Start Key2XS again; what was saved is still there.';
const diskFull = (directory: string) =>
  `The disk of the data folder is full: ${directory}. Make room, then start Key2XS again. What was saved is still there.`;

/**
 * PGlite in a worker thread behind an ordinary `pg` pool. Logical connections share its one session: while one has a
 * transaction open, the others wait. No session state outside transactions (no `set`, no session locks).
 *
 * The data folder must be locked by the caller: PGlite opens a folder that another process has open and loses rows.
 */
export async function openEmbeddedDatabase(setup: WorkerSetup, connections = 8): Promise<EmbeddedDatabase> {
  const worker = startWorker('embedded-database', { workerData: setup, resourceLimits }, import.meta.url);
  await untilReady(worker);
  const open = new Map<number, EmbeddedConnection>();
  let last = 0;
  let failure: DatabaseEnded | undefined;
  let isClosing = false;
  let tellEnd: (error: DatabaseEnded) => void;
  const ended = new Promise<DatabaseEnded>((resolve) => {
    tellEnd = resolve;
  });
  const end = (error: DatabaseEnded) => {
    if (failure || isClosing) return;
    failure = error;
    for (const connection of open.values()) connection.destroy(error);
    tellEnd(error);
  };

  let threadError: unknown;
  worker.on('error', (error) => {
    threadError = error;
  });
  worker.on('exit', async () => end(await reasonOf(threadError, setup.directory)));
  worker.on('message', (message: FromWorker) => {
    if (message.kind === 'data') open.get(message.client)?.push(Buffer.from(message.data.buffer));
    if (message.kind === 'cut-off') open.get(message.client)?.destroy(new Error('The transaction took too long.'));
    if (message.kind === 'disk-full') setImmediate(end, new DiskFull(diskFull(setup.directory ?? 'memory'))); // after the answer
    if (message.kind === 'notify') {
      for (const [client, connection] of open) {
        if (client !== message.from) for (const frame of message.notifications) connection.push(Buffer.from(frame));
      }
    }
  });

  const pool = createPool({
    max: connections,
    idleTimeoutMillis: 0, // an idle connection is free, and each new one costs a session start-up
    user: 'postgres',
    database: 'postgres',
    stream: () => {
      const connection = new EmbeddedConnection(++last, worker, (client) => open.delete(client));
      open.set(last, connection);
      if (failure) connection.destroy(failure);
      return connection as never; // `pg` types its streams as sockets; it uses only what EmbeddedConnection has
    },
  });
  pool.on('connect', prepareMarked);
  return {
    pool,
    ended,
    dump: async () => {
      const message = await ask(worker, { kind: 'dump' }, 'dumped');
      return message?.kind === 'dumped' ? message.dump : new Uint8Array();
    },
    close: async () => {
      await pool.end();
      isClosing = true;
      if (!failure) await ask(worker, { kind: 'close' }, 'closed');
      await worker.terminate();
    },
  };
}

/** @throws the error that kept the thread from opening the database */
async function untilReady(worker: Worker): Promise<void> {
  const hearing = new AbortController();
  const { signal } = hearing;
  const failed = once(worker, 'exit', { signal }).then(() => Promise.reject(new DatabaseEnded(stopped)));
  failed.catch(() => undefined); // may reject when it is no longer awaited
  try {
    await Promise.race([once(worker, 'message', { signal }), failed]); // rejects with the error of the thread
  } finally {
    hearing.abort();
  }
}

/** @returns undefined when the thread ends without an answer */
function ask(worker: Worker, question: ToWorker, answer: FromWorker['kind']): Promise<FromWorker | undefined> {
  return new Promise((resolve) => {
    const settle = (message?: FromWorker) => {
      worker.off('message', hear);
      worker.off('exit', gone);
      resolve(message);
    };
    const hear = (message: FromWorker) => {
      if (message.kind === answer) settle(message);
    };
    const gone = () => settle();
    worker.on('message', hear);
    worker.on('exit', gone);
    worker.postMessage(question);
  });
}

async function reasonOf(error: unknown, directory: string | undefined): Promise<DatabaseEnded> {
  if (directory && (await isDiskFull(directory))) return new DiskFull(diskFull(directory), { cause: error });
  const isMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return new DatabaseEnded(isMemory ? outOfMemory : stopped, { cause: error });
}
