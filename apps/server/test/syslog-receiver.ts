import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:tls';
import { onTestFinished } from 'vitest';
import { localhostIdentity } from './mail-server';

type Identity = { key: string; cert: string };

/** Signed by itself, and trusted only where a test says so; for tests only. */
export const strangersIdentity: Identity = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQguZ+q1hOdFsYodoMl
5wHeKpnZplo6k5XQYuQGc8H6hwWhRANCAARB/tbOOSzchmTsh1nMhKsgdAhZ2lUo
ksQtRuvCCfpQGC5duZMq4hnXpYGPjjbJYkN+X/qD2AXWwpZP4zgOw/jq
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBlTCCATugAwIBAgIUUyLgBHFVrdL5ltyaasBdkaSgNRUwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyNzIzMTcwOVoYDzIxMjYxMTAz
MjMxNzA5WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARB/tbOOSzchmTsh1nMhKsgdAhZ2lUoksQtRuvCCfpQGC5duZMq4hnX
pYGPjjbJYkN+X/qD2AXWwpZP4zgOw/jqo2kwZzAdBgNVHQ4EFgQUYvHPAWOGfg8K
XpNDG2/15xdLdgswHwYDVR0jBBgwFoAUYvHPAWOGfg8KXpNDG2/15xdLdgswDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
SAAwRQIgakLRdDj9lyMPgEDGdj4DB5Z0wxpIPGQZyTDG4FBSeiMCIQCTjNUEugKP
eqG7BiP1/jvehtxR040o8Y54h1DowyPYag==
-----END CERTIFICATE-----`,
};

/** A receiver of syslog over TLS on this machine, until the test has ended. It can be stopped and started again. */
export async function aSyslogReceiver(identity: Identity = localhostIdentity) {
  const messages: string[] = [];
  const sockets = new Set<Socket>();
  let breaksAt: number | undefined;
  let hangs = false;
  const server = createServer({ ...identity, allowHalfOpen: true }, (socket) => {
    let rest = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('end', () => hangs || socket.end());
    socket.on('data', (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk]);
      for (let frame = firstFrame(rest); frame; frame = firstFrame(rest)) {
        if (breaksAt !== undefined && messages.length >= breaksAt) {
          breaksAt = undefined;
          socket.destroy();
          return;
        }
        rest = rest.subarray(frame.end);
        messages.push(frame.text);
      }
    });
  });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('tlsClientError', (_error, socket) => socket.destroy()); // a client that does not trust it
  const listen = (port: number) => new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  /** As if its process was killed. */
  const stop = () =>
    new Promise<void>((stopped) => {
      server.close(() => stopped());
      for (const socket of sockets) socket.destroy();
    });
  onTestFinished(() => (server.listening ? stop() : undefined));
  return {
    port,
    messages,
    stop,
    start: () => listen(port),
    /** Breaks the connection after so many messages, once, with others unread. */
    breakAt: (count: number) => {
      breaksAt = count;
    },
    /** From now on it reads, but does not answer the end of a connection with its own. */
    hang: () => {
      hangs = true;
    },
  };
}

/** Messages have the count of their bytes before them. */
function firstFrame(bytes: Buffer): { text: string; end: number } | undefined {
  const space = bytes.indexOf(' ');
  if (space < 0) return undefined;
  const end = space + 1 + Number(bytes.subarray(0, space).toString());
  return bytes.length < end ? undefined : { text: bytes.subarray(space + 1, end).toString(), end };
}
