import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { heartbeat } from '@key2xs/contract';

export type Connection = ServerResponse;

type StreamEvent = { event: string; data: unknown; id?: string };

/** Readers that come back at once after a restart would all come at the same moment. */
const minRetryMs = 1_000;
const maxRetryMs = 5_000;

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no', // nginx would collect events
  connection: 'close', // nothing follows a stream
};

/**
 * Server-sent events over one connection. Takes the next event only when the reader has taken the one before, so that a reader
 * that does not read costs no memory.
 */
export class EventStream {
  readonly #controller = new AbortController();
  #isStuck = false;

  constructor(
    readonly connection: Connection,
    /** Ends the stream unless the caller may still read it. */
    private readonly check: () => Promise<void>,
  ) {
    connection.once('close', () => this.end());
  }

  /** Aborts when the stream ends, for whatever reason. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Sends events until there are no more or the stream ends. What has been read before the check is sent after it. */
  async send(events: AsyncIterable<StreamEvent>): Promise<void> {
    const { connection, signal } = this;
    try {
      connection.writeHead(200, headers);
      connection.write(`retry: ${Math.round(minRetryMs + Math.random() * (maxRetryMs - minRetryMs))}\n\n`);
      for await (const event of events) {
        await this.check();
        if (signal.aborted) break;
        if (!connection.write(frameOf(event))) await once(connection, 'drain', { signal });
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      this.end();
      connection.end();
    }
  }

  /** Shows that the stream is alive. Ends one whose reader took nothing since the beat before. */
  beat(): void {
    if (!this.connection.writableNeedDrain) {
      this.#isStuck = false;
      this.connection.write(frameOf({ event: heartbeat.event, data: {} }));
      return;
    }
    if (this.#isStuck) this.connection.destroy();
    this.#isStuck = true;
  }

  end(): void {
    this.#controller.abort();
  }
}

function frameOf({ event, data, id }: StreamEvent): string {
  const lines = [...(id === undefined ? [] : [`id: ${id}`]), `event: ${event}`, `data: ${JSON.stringify(data)}`];
  return `${lines.join('\n')}\n\n`;
}
