import { EventEmitter, once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export type DatabaseProxy = {
  /** The address of a database through this proxy. */
  through(url: string): string;
  /** Breaks every connection; new ones work. */
  cut(): void;
  /** Breaks every connection, and each new one immediately. */
  refuse(): void;
  /** Resolves when the next connection has been refused. */
  refused(): Promise<void>;
  /** Keeps connections open but blocks both directions, also for new ones. */
  swallow(): void;
  /** New connections work again, and plans are cleared. Blocked connections stay dead. */
  restore(): void;
  /**
   * Once: drops the next message to the database that contains that text, and breaks every connection. Resolves then.
   */
  cutAt(text: string): Promise<void>;
  /**
   * Once: the next message that contains that text reaches the database, but its answer does not come back. Only for the
   * connection that has sent `after` before, because background work sends `commit` too.
   */
  loseAnswerTo(text: string, after: string): void;
  close(): Promise<void>;
};

type Pair = { client: Socket; server: Socket; isDead: boolean; hasSaid: boolean };

/** A proxy between a server under test and PostgreSQL that simulates network and database failures. */
export async function startDatabaseProxy(target: string): Promise<DatabaseProxy> {
  const { hostname, port } = new URL(target);
  const pairs = new Set<Pair>();
  let mode: 'open' | 'refusing' | 'swallowing' = 'open';
  let cutting: string | undefined;
  let losing: { text: string; after: string } | undefined;

  const happened = new EventEmitter();

  const cut = () => {
    for (const { client, server } of pairs) for (const socket of [client, server]) socket.destroy();
    pairs.clear();
  };
  const toDatabase = (pair: Pair, chunk: Buffer) => {
    if (cutting !== undefined && chunk.includes(cutting)) {
      cutting = undefined;
      cut();
      return happened.emit('cut');
    }
    if (losing && chunk.includes(losing.after)) pair.hasSaid = true;
    if (losing && pair.hasSaid && chunk.includes(losing.text)) {
      losing = undefined;
      pair.server.once('data', () => pair.client.destroy());
      pair.isDead = true;
      pair.server.write(chunk);
    } else if (!pair.isDead) pair.server.write(chunk);
  };
  const listener = createServer((client) => {
    if (mode === 'refusing') {
      client.destroy();
      return happened.emit('refused');
    }
    const server = connect({ host: hostname, port: Number(port) || 5_432 });
    const pair: Pair = { client, server, isDead: mode === 'swallowing', hasSaid: false };
    pairs.add(pair);
    client.on('data', (chunk) => toDatabase(pair, chunk));
    server.on('data', (chunk) => !pair.isDead && client.write(chunk));
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      one.on('error', () => undefined); // errors are expected here
      one.on('close', () => {
        pairs.delete(pair);
        if (!pair.isDead || one === client) other.destroy();
      });
    }
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  const own = typeof address === 'object' && address ? address.port : 0;

  return {
    through: (url) => {
      const changed = new URL(url);
      changed.host = `127.0.0.1:${own}`;
      changed.searchParams.delete('host'); // a socket would pass by the proxy
      return changed.href;
    },
    cut,
    refuse: () => {
      mode = 'refusing';
      cut();
    },
    refused: async () => {
      await once(happened, 'refused');
    },
    swallow: () => {
      mode = 'swallowing';
      for (const pair of pairs) pair.isDead = true;
    },
    restore: () => {
      mode = 'open';
      cutting = undefined;
      losing = undefined;
    },
    cutAt: async (text) => {
      cutting = text;
      await once(happened, 'cut');
    },
    loseAnswerTo: (text, after) => {
      losing = { text, after };
    },
    close: async () => {
      cut();
      await new Promise((done) => listener.close(done));
    },
  };
}
