import { createServer as createHttpServer, type Server as HttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer, type Server as HttpsServer } from 'node:https';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { ConnectionFault } from './faults/faults';
import type { SandboxPki } from './pki';

export type Listener = {
  port: number;
  /** Closes every connection, so that faults for new ones take effect immediately. */
  drop(): void;
  /** Resets the TCP connection with this client port. */
  reset(clientPort: number | undefined): void;
  close(): Promise<void>;
};

/** Opens what the listener serves; what cannot be opened takes no port. */
export async function openOrLeave<T>(listener: Listener, open: () => T): Promise<T> {
  try {
    return open();
  } catch (error) {
    await listener.close();
    throw error;
  }
}

type Options = {
  /** 0 for any free port. */
  port: number;
  pki: SandboxPki;
  /** Accepts only clients with a certificate of the sandbox's authority. */
  asksForCertificate: boolean;
  /** Handler for plain HTTP; without it, such connections get no answer. */
  servePlain?: RequestListener;
  chooseFault(): ConnectionFault | undefined;
  serve: RequestListener;
};

/** TLS record with a fatal alert: certificate_expired. */
const expiredAlert = Buffer.from([21, 3, 3, 0, 2, 2, 45]);

/**
 * Accepts connections from this machine and passes each to a TLS server, or makes it fail before TLS. One TLS server per
 * certificate.
 */
export async function startListener(options: Options): Promise<Listener> {
  const { port, pki, chooseFault, servePlain } = options;
  const sockets = new Set<Socket>();
  const servers = new Map<string, HttpsServer>();
  const serverWith = (identity: 'server' | 'foreign_server' | 'expired_server') => {
    const server = servers.get(identity) ?? createTlsServer(options, pki[identity]);
    servers.set(identity, server);
    return server;
  };
  const plain = servePlain && createHttpServer(servePlain);
  const front = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
    const fault = chooseFault();
    if (fault === 'silence') socket.resume();
    else if (fault === 'expired_client_certificate') socket.once('data', () => socket.end(expiredAlert));
    else if (fault === 'foreign_certificate') serverWith('foreign_server').emit('connection', socket);
    else if (fault === 'expired_server_certificate') serverWith('expired_server').emit('connection', socket);
    else if (plain) dispatch(socket, plain, serverWith('server'));
    else serverWith('server').emit('connection', socket);
  });
  await new Promise<void>((resolve, reject) => {
    front.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (front.address() as AddressInfo).port, // a TCP server has no other kind of address
    drop,
    reset: (clientPort) => [...sockets].find(({ remotePort }) => remotePort === clientPort)?.resetAndDestroy(),
    close: () =>
      new Promise((resolve) => {
        front.close(() => resolve());
        drop();
      }),
  };
}

function createTlsServer({ pki, asksForCertificate, serve }: Options, { cert, key }: { cert: string; key: string }) {
  const clients = asksForCertificate && { ca: pki.authority.cert, requestCert: true, rejectUnauthorized: true };
  return createHttpsServer({ cert, key, ...clients }, serve);
}

const handshake = 22;

/** Dispatches by the first byte: a TLS record, or the method of a plain request. */
function dispatch(socket: Socket, plain: HttpServer, secure: HttpsServer): void {
  socket.once('data', (first) => {
    socket.pause();
    socket.unshift(first);
    (first[0] === handshake ? secure : plain).emit('connection', socket);
    process.nextTick(() => socket.resume());
  });
}
