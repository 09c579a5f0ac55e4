import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createSecureContext } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { type InspectedRoute, inspectRoute } from './inspect-https';

const servers: Server[] = [];
const sockets: Socket[] = [];

/** A server that does that with every connection. */
async function serve(treat: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => {}));
    treat(socket);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port; // a TCP server has no other kind of address
}

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

const inspect = (port: number, changed: Partial<InspectedRoute> = {}) =>
  inspectRoute({
    origin: `https://cwm.example:${port}`,
    secureContext: createSecureContext(),
    addresses: async () => [{ address: '127.0.0.1', family: 4 }],
    timeoutMs: 5_000,
    signal: new AbortController().signal,
    ...changed,
  });

describe('inspectRoute', () => {
  it('connects to the given addresses, whatever the name resolves to', async () => {
    const port = await serve(() => {});
    await expect(inspect(port).connect()).resolves.toBeUndefined();
    expect(await inspect(port).resolve()).toEqual(['127.0.0.1']);
  });

  it('leaves no connection open', async () => {
    const closed = new Promise((resolve) => {
      void serve((socket) => socket.resume().on('close', resolve)).then((port) => inspect(port).connect());
    });
    await expect(closed).resolves.toBe(false);
  });

  it('gives up on a handshake without an answer', async () => {
    const port = await serve(() => {});
    await expect(inspect(port, { timeoutMs: 50 }).handshake()).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  });

  describe('while no name server answers', () => {
    const silent = { addresses: () => new Promise<never>(() => {}) };
    const steps = ['resolve', 'connect', 'handshake'] as const;

    it.each(steps)('gives up to %s in time', async (step) => {
      await expect(inspect(9, { ...silent, timeoutMs: 50 })[step]()).rejects.toMatchObject({
        code: 'LOOKUP_TIMED_OUT',
      });
    });

    it.each(steps)('ends to %s with its signal', async (step) => {
      const stop = new AbortController();
      const ended = expect(inspect(9, { ...silent, signal: stop.signal })[step]()).rejects.toMatchObject({
        code: 'ABORT_ERR',
      });
      stop.abort();
      await ended;
      await expect(inspect(9, { ...silent, signal: stop.signal })[step]()).rejects.toMatchObject({ code: 'ABORT_ERR' });
    });
  });

  it('ends with its signal', async () => {
    const stop = new AbortController();
    const port = await serve(() => stop.abort());
    await expect(inspect(port, { signal: stop.signal }).handshake()).rejects.toMatchObject({ code: 'ABORT_ERR' });
    await expect(inspect(port, { signal: stop.signal }).connect()).rejects.toMatchObject({ code: 'ABORT_ERR' });
  });

  it.each([
    ['ends it', (socket: Socket) => socket.end(), 'ECONNRESET'],
    ['resets it', (socket: Socket) => socket.resetAndDestroy(), 'ECONNRESET'],
    ['speaks HTTP', (socket: Socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'), 'ERR_SSL_WRONG_VERSION_NUMBER'],
    [
      'breaks it off in the middle',
      (socket: Socket) => socket.once('data', () => socket.end(Buffer.from([22, 3, 3, 0, 100]))),
      'TLS_HANDSHAKE_ABORTED',
    ],
  ])('says how a handshake ends when the other side %s', async (_, treat, code) => {
    await expect(inspect(await serve(treat)).handshake()).rejects.toMatchObject({ code });
  });
});
