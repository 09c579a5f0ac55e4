import { readFile } from 'node:fs/promises';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { endWhenAborted } from './end-when-aborted';
import type { FromWorker, ToWorker, WorkerSetup } from './messages';
import { PrivateDurableFiles } from './private-files';
import { SessionQueue } from './session-queue';

const standardSleepLimitMs = 30_000;

/** Bounds the log. The cache can be small because the operating system caches the files. */
const settings = ['fsync=on', 'wal_sync_method=fsync', 'max_wal_size=256MB', 'shared_buffers=32MB'].flatMap(
  (setting) => ['-c', setting],
);

async function openDatabase({ directory, dumpFile }: WorkerSetup): Promise<PGlite> {
  const extensions = { pg_trgm };
  if (!directory) {
    const loadDataDir = dumpFile ? new Blob([await readFile(dumpFile)]) : undefined;
    return PGlite.create({ extensions, ...(loadDataDir && { loadDataDir }) });
  }
  const startParams = PGlite.defaultStartParams.filter((parameter) => parameter !== '-F').concat(settings);
  return PGlite.create({ fs: new PrivateDurableFiles(directory), startParams, extensions });
}

async function main(port: MessagePort): Promise<void> {
  const setup = workerData as WorkerSetup; // workerData is untyped by Node
  const database = await openDatabase(setup);
  endWhenAborted(database);
  const queue = new SessionQueue(database, port, setup.sleepLimitMs ?? standardSleepLimitMs);
  port.on('message', async (message: ToWorker) => {
    switch (message.kind) {
      case 'data':
        return queue.add(message.client, message.data);
      case 'end':
        return queue.add(message.client);
      case 'dump': {
        const dump = new Uint8Array(await (await database.dumpDataDir('none')).arrayBuffer());
        return port.postMessage({ kind: 'dumped', dump } satisfies FromWorker, [dump.buffer]);
      }
      case 'close':
        await database.close();
        port.postMessage({ kind: 'closed' } satisfies FromWorker);
    }
  });
  port.postMessage({ kind: 'ready' } satisfies FromWorker);
}

if (parentPort) void main(parentPort); // an exception ends the thread, and is reported as its error
