import { createHash } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { connect, createSecureContext, getCACertificates, type SecureContext, type TLSSocket } from 'node:tls';
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
  isAllowedName,
  isSameAddress,
  kindOfName,
  normaliseHost,
  parseAddress,
  type Target,
} from './address-rules';
import { type HttpProxy, isCalledThrough, nameOfProxy } from './proxy';
import { openTunnel, reachProxy } from './tunnel';

/** The only way to connect to addresses that administrators type in. */
export type Outbound = {
  /**
   * Connections to one `https://host:port` with a client certificate. Every connection's address is checked after name
   * resolution, and exactly that address is used. A proxy resolves the name itself: then the name is checked, and what this
   * machine knows of its addresses. Close the dispatcher when done.
   * @throws Error when a certificate or key is unreadable. A refused address fails the request: `fetch` throws a
   * TypeError with AddressRefused as its cause; a failure of the proxy is a ProxyFailure
   */
  openHttps(origin: string, tls: ClientTls): Dispatcher;
  /**
   * A connection with TLS to a host and port, with the same checks, whose certificate was verified. Other certificates are
   * trusted besides the usual ones. Never through the proxy, which is for HTTP. Ends with the signal.
   * @throws AddressRefused, or an error with a code
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
  /** Through which HTTPS calls go, except for those it excepts. */
  proxy?: HttpProxy | undefined;
};

type Resolved = { address: string; family: number };
/** All present addresses of a host name; an address resolves to itself. */
type Resolve = (host: string) => Promise<Resolved[]>;

const connectTimeoutMs = 10_000;
const answerTimeoutMs = 30_000;
const maxContexts = 20;
/** Where a proxy resolves names, name servers here need not know them, and may not answer at all. */
const ownLookUpMs = 2_000;

export function createOutbound(
  rules: Rules,
  resolve: Resolve = lookUp,
  { lookUpMs = connectTimeoutMs, tunnelMs = connectTimeoutMs } = {},
): Outbound {
  const { proxy } = rules;
  const secureContextOf = rememberContexts();
  const check = (only: URL, target: Destination) => checkedAddresses(rules, resolve, only, target);
  const tunnelTo = async (by: HttpProxy, only: URL, target: Destination, signal?: AbortSignal) => {
    await checkBeforeProxy(rules, resolve, only, target);
    return openTunnel(by, target, { timeoutMs: tunnelMs, signal });
  };
  return {
    openHttps(origin, tls) {
      const only = new URL(origin);
      const secureContext = secureContextOf(tls);
      const connect: buildConnector.connector = (options, done) => {
        const port = Number(options.port || 443);
        const asked = { protocol: options.protocol, host: normaliseHost(options.hostname), port };
        const way = { secureContext, timeout: connectTimeoutMs };
        const connected = isCalledThrough(proxy, asked)
          ? tunnelTo(proxy, only, asked).then((httpSocket) => buildConnector(way)({ ...options, httpSocket }, done))
          : boundLookUp(check(only, asked), lookUpMs).then((addresses) =>
              buildConnector({ ...way, lookup: pinnedTo(addresses) })(options, done),
            );
        connected.catch((error: unknown) => done(error instanceof Error ? error : new Error(String(error)), null));
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
        tunnel: isCalledThrough(proxy, asked)
          ? {
              proxy: nameOfProxy(proxy),
              async reach() {
                await checkBeforeProxy(rules, resolve, only, asked);
                await reachProxy(proxy, { timeoutMs: tunnelMs, signal });
              },
              open: () => tunnelTo(proxy, only, asked, signal),
            }
          : undefined,
        timeoutMs: connectTimeoutMs,
        signal,
      });
    },
  };
}

/** Remembers the contexts used last, because reading all authorities takes 10 ms. The default ones must not change meanwhile. */
function rememberContexts(): (tls: ClientTls) => SecureContext {
  const contexts = new Map<string, SecureContext>();
  return ({ cert, key, ca }) => {
    const name = createHash('sha256')
      .update(JSON.stringify([cert, key, ca]))
      .digest('base64');
    const context =
      contexts.get(name) ??
      createSecureContext({
        cert,
        key,
        ...(ca.length > 0 && { ca: [...getCACertificates('default'), ...ca] }),
        minVersion: 'TLSv1.2',
      });
    contexts.delete(name); // the least recently used comes first
    contexts.set(name, context);
    for (const oldest of contexts.keys()) if (contexts.size > maxContexts) contexts.delete(oldest);
    return context;
  };
}

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
async function checkedAddresses(rules: Rules, resolve: Resolve, only: URL, target: Destination): Promise<Resolved[]> {
  checkOrigin(only, target);
  const { allowed, refusals } = await judge(rules, resolve, target, await resolve(target.host));
  if (allowed.length > 0) return allowed;
  throw notCalled(only, refusals[0] ?? say('circumstance.places.none'));
}

/**
 * The proxy resolves the name. Refused are names that mean a place inside, this product itself, and names of which this machine
 * knows a refused address: the proxy could choose that one.
 */
async function checkBeforeProxy(rules: Rules, resolve: Resolve, only: URL, target: Destination): Promise<void> {
  checkOrigin(only, target);
  const { host, port } = target;
  if (rules.ownAddresses.some((own) => own.port === port && normaliseHost(own.host) === host)) {
    throw notCalled(only, say('circumstance.places.own'));
  }
  const kind = isAllowedName(target, rules.allowedHosts) ? undefined : kindOfName(host);
  const known = await boundLookUp(resolve(host), ownLookUpMs).catch(() => []);
  const [refusal] = (await judge(rules, resolve, target, known)).refusals;
  if (refusal) throw notCalled(only, refusal);
  if (kind && known.length === 0) throw notCalled(only, say(`circumstance.places.${kind}`));
}

function checkOrigin(only: URL, { protocol, host, port }: Destination): void {
  const isSameOrigin = host === normaliseHost(only.hostname) && port === Number(only.port || 443);
  if (protocol !== 'https:' || only.protocol !== 'https:' || !isSameOrigin) {
    throw new AddressRefused(say('circumstance.ledAway', { host: only.host }));
  }
}

/** Which of the addresses may be called, and why others may not. */
async function judge(rules: Rules, resolve: Resolve, { host, port }: Destination, all: readonly Resolved[]) {
  const own = await Promise.all(rules.ownAddresses.map((place) => resolveOwn(resolve, place)));
  const refusals: Sentence[] = [];
  const allowed: Resolved[] = [];
  for (const resolved of all) {
    const address = parseAddress(resolved.address);
    const refusal = address ? refusalOf(rules, own, { host, port, address }) : say('circumstance.places.unknown');
    if (refusal) refusals.push(refusal);
    else allowed.push(resolved);
  }
  return { allowed, refusals };
}

const notCalled = (only: URL, place: Sentence) =>
  new AddressRefused(say('circumstance.notCalled', { host: only.host, place }));

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
