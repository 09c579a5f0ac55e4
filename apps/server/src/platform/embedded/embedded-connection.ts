import { Duplex } from 'node:stream';
import type { Worker } from 'node:worker_threads';
import type { ToWorker } from './messages';

const terminate = 0x58; // 'X'
const endsBatch = new Set([0x53, 0x51, 0x48]); // Sync, Query, Flush: the server answers only after one of these

/** The socket of one `pg` connection to the database in the worker thread; it never leaves the process. */
export class EmbeddedConnection extends Duplex {
  #parts: Buffer[] = [];
  #hasStarted = false;

  constructor(
    private readonly client: number,
    private readonly worker: Worker,
    private readonly onClosed: (client: number) => void,
  ) {
    super();
  }

  // Part of net.Socket that `pg` calls.
  connect(): this {
    queueMicrotask(() => this.emit('connect'));
    return this;
  }
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#parts.push(chunk);
    this.#forwardWholeBatches();
    done();
  }

  /** `pg` writes a batch's messages at once. Taken one by one, a long message would be copied for each that follows. */
  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.#parts.push(...chunks.map(({ chunk }) => chunk));
    this.#forwardWholeBatches();
    done();
  }

  /** Forwards only complete batches, so that another client's transaction cannot start between their messages. */
  #forwardWholeBatches(): void {
    const buffer = this.#parts.length === 1 && this.#parts[0] ? this.#parts[0] : Buffer.concat(this.#parts);
    let at = 0;
    let sent = 0;
    if (!this.#hasStarted) {
      // The start-up message has no type byte.
      if (buffer.length < 4 || buffer.length < buffer.readInt32BE(0)) {
        this.#parts = [buffer];
        return;
      }
      at = sent = buffer.readInt32BE(0);
      this.#hasStarted = true;
      this.#send(buffer.subarray(0, at));
    }
    while (at + 5 <= buffer.length) {
      const end = at + buffer.readInt32BE(at + 1) + 1;
      if (end > buffer.length) break;
      const type = buffer[at] ?? 0;
      at = end;
      if (type === terminate) {
        this.#post({ kind: 'end', client: this.client });
        sent = at;
      } else if (endsBatch.has(type)) {
        this.#send(buffer.subarray(sent, at));
        sent = at;
      }
    }
    this.#parts = sent < buffer.length ? [buffer.subarray(sent)] : [];
  }

  #send(bytes: Buffer): void {
    // A transfer needs memory of its own. A long concatenated batch has that already.
    const isWhole = bytes.byteLength === bytes.buffer.byteLength && this.#parts.length > 1;
    const data = new Uint8Array(isWhole ? (bytes.buffer as ArrayBuffer) : bytes); // `concat` never shares
    this.worker.postMessage({ kind: 'data', client: this.client, data } satisfies ToWorker, [data.buffer]);
  }

  #post(message: ToWorker): void {
    this.worker.postMessage(message);
  }

  override _final(done: () => void): void {
    this.push(null);
    done();
    queueMicrotask(() => this.destroy());
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#post({ kind: 'end', client: this.client });
    this.onClosed(this.client);
    done(error);
  }
}
