import { fdatasyncSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import type { FromWorker, ToWorker, WorkerSetup } from './embedded-database-messages';
import { endsIdle, notificationsIn, simpleQuery } from './wire-frames';

const standardTransactionLimitMs = 30_000;

/** PGlite's own file system never calls fsync; without this a power cut could lose acknowledged writes. */
class DurableNodeFS extends NodeFS {
  override async init(...parameters: Parameters<NodeFS['init']>) {
    const result = await super.init(...parameters);
    const { emscriptenOpts } = result;
    emscriptenOpts.preRun = [
      ...(emscriptenOpts.preRun ?? []),
      (module) => {
        const files = module.FS.filesystems.NODEFS as { stream_ops: Record<string, unknown> }; // not in PGlite's typings
        files.stream_ops.fsync = (stream: { nfd: number }) => {
          fdatasyncSync(stream.nfd);
          return 0;
        };
      },
    ];
    return result;
  }
}

async function openDatabase({ directory, dumpFile }: WorkerSetup): Promise<PGlite> {
  const extensions = { pg_trgm };
  if (!directory) {
    const loadDataDir = dumpFile ? new Blob([await readFile(dumpFile)]) : undefined;
    return PGlite.create({ extensions, ...(loadDataDir && { loadDataDir }) });
  }
  const startParams = PGlite.defaultStartParams
    .filter((parameter) => parameter !== '-F')
    .concat(['-c', 'fsync=on', '-c', 'wal_sync_method=fsync', '-c', 'max_wal_size=256MB']);
  return PGlite.create({ fs: new DurableNodeFS(directory), startParams, extensions });
}

/** Runs the wire messages of many logical connections on PGlite's one session, a transaction at a time. */
class SessionQueue {
  readonly #waiting: { client: number; data?: Uint8Array }[] = [];
  #owner: { client: number; since: number } | undefined;
  #isBusy = false;

  constructor(
    private readonly database: PGlite,
    private readonly port: MessagePort,
    private readonly transactionLimitMs: number,
  ) {
    setInterval(() => void this.#cutOffSleeper(), transactionLimitMs / 30).unref();
  }

  add(client: number, data?: Uint8Array) {
    if (!data) this.#forget(client);
    this.#waiting.push({ client, ...(data && { data }) });
    void this.#pump();
  }

  #forget(client: number) {
    for (let i = this.#waiting.length; i--; ) if (this.#waiting[i]?.client === client) this.#waiting.splice(i, 1);
  }

  async #pump(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      for (let next = this.#take(); next; next = this.#take()) await this.#run(next);
    } finally {
      this.#isBusy = false;
    }
  }

  #take() {
    const owner = this.#owner?.client;
    const index = owner === undefined ? 0 : this.#waiting.findIndex((message) => message.client === owner);
    return index < 0 ? undefined : this.#waiting.splice(index, 1)[0];
  }

  async #run({ client, data }: { client: number; data?: Uint8Array }): Promise<void> {
    if (!data) {
      if (this.#owner?.client === client) await this.#rollback();
      return;
    }
    const answer = Uint8Array.from(await this.database.execProtocolRaw(data, { syncToFs: false }));
    this.#owner = endsIdle(answer) ? undefined : { client, since: this.#owner?.since ?? Date.now() };
    const notifications = notificationsIn(answer);
    this.#post({ kind: 'data', client, data: answer }, [answer.buffer]);
    if (notifications.length > 0) this.#post({ kind: 'notify', from: client, notifications });
  }

  async #rollback(): Promise<void> {
    await this.database.execProtocolRaw(simpleQuery('ROLLBACK'), { syncToFs: false });
    this.#owner = undefined;
  }

  async #cutOffSleeper(): Promise<void> {
    if (this.#isBusy || !this.#owner || Date.now() - this.#owner.since < this.transactionLimitMs) return;
    const { client } = this.#owner;
    this.#forget(client);
    this.#waiting.unshift({ client });
    this.#post({ kind: 'cut-off', client });
    await this.#pump();
  }

  #post(message: FromWorker, transfer: ArrayBuffer[] = []) {
    this.port.postMessage(message, transfer);
  }
}

async function main(port: MessagePort): Promise<void> {
  const setup = workerData as WorkerSetup; // workerData is untyped by Node
  const database = await openDatabase(setup);
  const queue = new SessionQueue(database, port, setup.transactionLimitMs ?? standardTransactionLimitMs);
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

if (parentPort) await main(parentPort);
