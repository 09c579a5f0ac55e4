import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { connect, createSecureContext, rootCertificates, type TLSSocket } from 'node:tls';
import {
  AddressRefused,
  boundLookUp,
  type ClientTls,
  type HttpsInspection,
  inspectRoute,
  pinnedTo,
} from '@key2xs/drivers';
import { type Sentence, say } from '@key2xs/texts';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import {
  type Address,
  addressKind,
  isAllowed,
  isSameAddress,
  normaliseHost,
  parseAddress,
  type Target,
} from './address-rules';

/** The only way to connect to addresses that administrators type in. */
export type Outbound = {
  /**
   * Connections to one `https://host:port` with a client certificate. Every connection's address is checked after name
   * resolution, and exactly that address is used. Close the dispatcher when done.
   * @throws Error when a certificate or key is unreadable. A refused address fails the request: `fetch` throws a
   * TypeError with AddressRefused as its cause
   */
  openHttps(origin: string, tls: ClientTls): Dispatcher;
  /**
   * A connection with TLS to a host and port, with the same checks, whose certificate was verified. Other certificates are
   * trusted besides the public authorities. Ends with the signal. @throws AddressRefused, or an error with a code
   */
  openTls(place: Place, authorities: readonly string[], signal: AbortSignal): Promise<TLSSocket>;
  /** The same checks, layer by layer, for a diagnosis. Ends with the signal. @throws as openHttps */
  inspectHttps(origin: string, tls: ClientTls, signal: AbortSignal): HttpsInspection;
};

export type Place = { host: string; port: number };

type Rules = {
  /** As configured: hosts, host:port or networks that may be private. */
  allowedHosts: readonly string[];
  /** This server and its database: never called, in any spelling. */
  ownAddresses: readonly Place[];
  /** The sandboxes', while they run. */
  sandboxAddresses?: readonly Place[];
};

type Resolved = { address: string; family: number };
/** All present addresses of a host name; an address resolves to itself. */
type Resolve = (host: string) => Promise<Resolved[]>;

const connectTimeoutMs = 10_000;
const answerTimeoutMs = 30_000;

export function createOutbound(
  rules: Rules,
  resolve: Resolve = lookUp,
  { lookUpMs = connectTimeoutMs } = {},
): Outbound {
  const check = (only: URL, target: Destination) => checkedAddresses(rules, resolve, only, target);
  return {
    openHttps(origin, tls) {
      const only = new URL(origin);
      const secureContext = secureContextOf(tls);
      const connect: buildConnector.connector = (options, done) => {
        const port = Number(options.port || 443);
        const asked = { protocol: options.protocol, host: normaliseHost(options.hostname), port };
        boundLookUp(check(only, asked), lookUpMs)
          .then((addresses) => {
            const connectTo = buildConnector({ secureContext, timeout: connectTimeoutMs, lookup: pinnedTo(addresses) });
            connectTo(options, done);
          })
          .catch((error: unknown) => done(error instanceof Error ? error : new Error(String(error)), null));
      };
      return new Agent({ connect, connections: 8, headersTimeout: answerTimeoutMs, bodyTimeout: answerTimeoutMs });
    },
    async openTls({ host: typed, port }, authorities, signal) {
      const host = normaliseHost(typed);
      const place = { protocol: 'https:', host, port };
      const only = new URL(`https://${isIP(host) === 6 ? `[${host}]` : host}:${port}`);
      const addresses = await boundLookUp(check(only, place), lookUpMs, signal);
      const secureContext = secureContextOf({ cert: '', key: '', ca: [...authorities] });
      const name = isIP(host) === 0 ? { servername: host } : {};
      return openedTls(connect({ host, port, lookup: pinnedTo(addresses), secureContext, ...name }), signal);
    },
    inspectHttps(origin, tls, signal) {
      const only = new URL(origin);
      const asked = { protocol: only.protocol, host: normaliseHost(only.hostname), port: Number(only.port || 443) };
      return inspectRoute({
        origin,
        secureContext: secureContextOf(tls),
        addresses: () => check(only, asked),
        timeoutMs: connectTimeoutMs,
        signal,
      });
    },
  };
}

const secureContextOf = ({ cert, key, ca }: ClientTls) =>
  createSecureContext({
    cert,
    key,
    ...(ca.length > 0 && { ca: [...rootCertificates, ...ca] }),
    minVersion: 'TLSv1.2',
  });

/** Waits until the peer's certificate was verified. */
function openedTls(socket: TLSSocket, signal: AbortSignal): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const abort = () => socket.destroy(Object.assign(new Error('connecting stopped'), { code: 'ABORT_ERR' }));
    const timer = setTimeout(
      () => socket.destroy(Object.assign(new Error('no connection in time'), { code: 'ETIMEDOUT' })),
      connectTimeoutMs,
    );
    const settle = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    };
    socket.once('secureConnect', () => {
      settle();
      socket.removeListener('error', reject);
      resolve(socket);
    });
    socket.once('error', reject);
    socket.once('close', () => {
      settle();
      reject(Object.assign(new Error('connection closed'), { code: 'ECONNRESET' }));
    });
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}

type Destination = Place & { protocol: string };

/** All current addresses of the name, without refused ones. */
async function checkedAddresses(
  rules: Rules,
  resolve: Resolve,
  only: URL,
  { protocol, host, port }: Destination,
): Promise<Resolved[]> {
  const isSameOrigin = host === normaliseHost(only.hostname) && port === Number(only.port || 443);
  if (protocol !== 'https:' || only.protocol !== 'https:' || !isSameOrigin) {
    throw new AddressRefused(say('circumstance.ledAway', { host: only.host }));
  }
  const own = await Promise.all(rules.ownAddresses.map((place) => resolveOwn(resolve, place)));
  const refusals: Sentence[] = [];
  const allowed: Resolved[] = [];
  for (const resolved of await resolve(host)) {
    const address = parseAddress(resolved.address);
    const refusal = address ? refusalOf(rules, own, { host, port, address }) : say('circumstance.places.unknown');
    if (refusal) refusals.push(refusal);
    else allowed.push(resolved);
  }
  if (allowed.length > 0) return allowed;
  const [refusal = say('circumstance.places.none')] = refusals;
  throw new AddressRefused(say('circumstance.notCalled', { host: only.host, place: refusal }));
}

/** @returns undefined when the target may be called */
function refusalOf(rules: Rules, own: Own[], target: Target): Sentence | undefined {
  if (own.some((place) => isOwn(place, target))) return say('circumstance.places.own');
  if (rules.sandboxAddresses?.some((place) => isSandbox(place, target))) return undefined;
  if (isAllowed(target, rules.allowedHosts)) return undefined;
  const kind = addressKind(target.address);
  return kind === 'public' ? undefined : say(`circumstance.places.${kind}`);
}

function isSandbox({ host, port }: Place, target: Target): boolean {
  const address = parseAddress(host);
  return port === target.port && address !== undefined && isSameAddress(address, target.address);
}

type Own = Place & { addresses: Address[] };

async function resolveOwn(resolve: Resolve, { host: typed, port }: Place): Promise<Own> {
  const host = normaliseHost(typed);
  const resolved = await resolve(host).catch(() => []);
  return { host, port, addresses: resolved.flatMap(({ address }) => parseAddress(address) ?? []) };
}

/** A local server is reachable at each of this machine's addresses, so all of them count. */
function isOwn(own: Own, target: Target): boolean {
  if (own.port !== target.port) return false;
  if (own.host === target.host || own.addresses.some((address) => isSameAddress(address, target.address))) return true;
  return own.addresses.some(isOfThisMachine) && isOfThisMachine(target.address);
}

function isOfThisMachine(address: Address): boolean {
  const kind = addressKind(address);
  if (kind === 'loopback' || kind === 'unspecified') return true;
  return Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .some((local) => isSameAddress(parseAddress(local.address) ?? new Uint8Array(16), address));
}

const lookUp: Resolve = (host) => lookup(host, { all: true });
