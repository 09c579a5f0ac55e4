import type { LookupAddress } from 'node:dns';
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls, type SecureContext, type TLSSocket } from 'node:tls';
import { boundLookUp } from './bound-look-up';
import type { HttpsInspection, ServerCertificate } from './key-system-driver';

export type InspectedRoute = {
  /** `https://host:port`. */
  origin: string;
  secureContext: SecureContext;
  /** The allowed addresses, at least one, or it rejects. Called for every connection. */
  addresses(): Promise<LookupAddress[]>;
  /** The way through a proxy, which resolves the name; then `addresses` is not called. */
  tunnel?: Tunnel | undefined;
  /** For the look-up, the connection, and the handshake each. */
  timeoutMs: number;
  signal: AbortSignal;
};

/** A proxy that connects to the origin. Both end by themselves in time, and with the signal. */
export type Tunnel = {
  /** `host:port`. */
  proxy: string;
  /** Connects to the proxy, and closes the connection. */
  reach(): Promise<void>;
  open(): Promise<Socket>;
};

/** Checks a route layer by layer. Every connection uses the resolved addresses, and is closed again. */
export function inspectRoute(route: InspectedRoute): HttpsInspection {
  const { hostname, port } = new URL(route.origin);
  const host = hostname.replace(/^\[|\]$/g, '');
  const lookUp = () => boundLookUp(route.addresses(), route.timeoutMs, route.signal);
  const target = async () => ({ host, port: Number(port || 443), lookup: pinnedTo(await lookUp()) });
  const { tunnel } = route;
  return {
    proxy: tunnel?.proxy,
    async resolve() {
      if (!tunnel) return (await lookUp()).map(({ address }) => address);
      await tunnel.reach();
      return [];
    },
    async connect() {
      if (tunnel) (await tunnel.open()).destroy();
      else await opened(connectTcp(await target()), 'connect', route, () => undefined);
    },
    async handshake() {
      const { secureContext } = route;
      const servername = isIP(host) === 0 ? { servername: host.replace(/\.$/, '') } : {};
      // A separate socket, to count the received bytes of the handshake.
      const socket = tunnel ? await tunnel.open() : connectTcp(await target());
      const bytesBefore = socket.bytesRead;
      const tls = connectTls({ host, ...servername, secureContext, socket, ALPNProtocols: ['http/1.1'] });
      return opened(tls, 'secureConnect', route, describeServer).catch((error: unknown) => {
        throw nameBreak(error, socket.bytesRead - bytesBefore);
      });
    },
  };
}

/** Pins a host to the checked addresses, so that a second look-up cannot lead elsewhere. */
export const pinnedTo =
  (addresses: readonly LookupAddress[]): LookupFunction =>
  (_host, options, done) => {
    const [first] = addresses;
    if (options.all) done(null, [...addresses]);
    else done(null, first?.address ?? '', first?.family);
  };

/** Waits for the event, reads from the socket, and closes it. */
function opened<S extends Socket, T>(
  socket: S,
  event: 'connect' | 'secureConnect',
  { timeoutMs, signal }: InspectedRoute,
  read: (socket: S) => T,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = (code: string, message: string) => socket.destroy(Object.assign(new Error(message), { code }));
    const abort = () => fail('ABORT_ERR', 'inspection stopped');
    const timer = setTimeout(() => fail('ETIMEDOUT', `no ${event} within ${timeoutMs} ms`), timeoutMs);
    socket.once(event, () => {
      resolve(read(socket));
      socket.destroy();
    });
    socket.once('error', reject);
    socket.once('close', () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      reject(Object.assign(new Error('connection closed'), { code: 'ECONNRESET' }));
    });
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}

/** A connection that breaks after the peer has started its handshake was rejected because of our certificate. */
function nameBreak(error: unknown, bytesRead: number): unknown {
  if (bytesRead === 0 || !(error instanceof Error && 'code' in error && error.code === 'ECONNRESET')) return error;
  return Object.assign(new Error('handshake broken off', { cause: error }), { code: 'TLS_HANDSHAKE_ABORTED' });
}

function describeServer(socket: TLSSocket): ServerCertificate {
  const certificate = socket.getPeerX509Certificate();
  return {
    subject: onOneLine(certificate?.subject),
    issuer: onOneLine(certificate?.issuer),
    not_after: new Date(certificate?.validTo ?? 0).toISOString(),
    protocol: socket.getProtocol() ?? '',
  };
}

const onOneLine = (name = '') => name.trim().split('\n').join(', ');
