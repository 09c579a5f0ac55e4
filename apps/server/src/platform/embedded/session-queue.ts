import type { MessagePort } from 'node:worker_threads';
import type { PGlite } from '@electric-sql/pglite';
import { AnswerScanner, simpleQuery } from './answer-scanner';
import type { FromWorker } from './messages';

const diskFull = '53100';
const pieceBytes = 65_536;

/** Runs the wire messages of many logical connections on PGlite's one session, a transaction at a time. */
export class SessionQueue {
  readonly #waiting: { client: number; data?: Uint8Array }[] = [];
  /** Answers are sent in pieces of this size; the buffer is reused. */
  readonly #piece = new Uint8Array(pieceBytes);
  /** Whose transaction is open, and since when nothing was asked in it. */
  #owner: { client: number; since: number } | undefined;
  #isBusy = false;

  constructor(
    private readonly database: PGlite,
    private readonly port: MessagePort,
    private readonly sleepLimitMs: number,
  ) {
    setInterval(() => void this.#cutOffSleeper(), sleepLimitMs / 30).unref();
  }

  add(client: number, data?: Uint8Array): void {
    if (!data) this.#forget(client);
    this.#waiting.push({ client, ...(data && { data }) });
    void this.#pump();
  }

  #forget(client: number): void {
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
    let filled = 0;
    const flush = () => {
      const piece = this.#piece.slice(0, filled);
      filled = 0;
      this.#post({ kind: 'data', client, data: piece }, [piece.buffer]);
    };
    const { isIdle, notifications, errors } = await this.#execute(data, (bytes) => {
      for (let at = 0; at < bytes.length; ) {
        const part = bytes.subarray(at, at + pieceBytes - filled);
        this.#piece.set(part, filled);
        at += part.length;
        filled += part.length;
        if (filled === pieceBytes) flush();
      }
    });
    this.#owner = isIdle ? undefined : { client, since: Date.now() };
    if (filled > 0) flush();
    if (notifications.length > 0) this.#post({ kind: 'notify', from: client, notifications });
    if (errors.includes(diskFull)) this.#post({ kind: 'disk-full' });
  }

  /**
   * Uses the raw stream: PGlite's other calls parse the answer and keep the result until the database closes. The bytes
   * are a view of the database's memory, valid only during the call.
   */
  async #execute(message: Uint8Array, onBytes: (bytes: Uint8Array) => void = () => undefined): Promise<AnswerScanner> {
    const scanner = new AnswerScanner();
    const onRawData = (bytes: Uint8Array) => {
      scanner.take(bytes);
      onBytes(bytes);
    };
    await this.database.execProtocolRawStream(message, { syncToFs: false, onRawData });
    return scanner;
  }

  async #rollback(): Promise<void> {
    await this.#execute(simpleQuery('ROLLBACK'));
    this.#owner = undefined;
  }

  async #cutOffSleeper(): Promise<void> {
    if (this.#isBusy || !this.#owner || Date.now() - this.#owner.since < this.sleepLimitMs) return;
    const { client } = this.#owner;
    this.#forget(client);
    this.#waiting.unshift({ client });
    this.#post({ kind: 'cut-off', client });
    await this.#pump();
  }

  #post(message: FromWorker, transfer: ArrayBuffer[] = []): void {
    this.port.postMessage(message, transfer);
  }
}
