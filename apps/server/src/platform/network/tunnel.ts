import type { Socket } from 'node:net';
import { ProxyFailure, type ProxyProblem } from '@key2xs/drivers';
import { say } from '@key2xs/texts';
import { buildConnector, Client } from 'undici';
import { codesOf } from './codes-of';
import { type HttpProxy, nameOfProxy } from './proxy';

type Limits = { timeoutMs: number; signal?: AbortSignal | undefined };
type Destination = { host: string; port: number };

/**
 * Lets the proxy connect to a host and port. What is sent over the socket reaches it unchanged.
 * @throws ProxyFailure; an error with the code ABORT_ERR when the signal ends it
 */
export async function openTunnel(proxy: HttpProxy, { host, port }: Destination, limits: Limits): Promise<Socket> {
  const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const failed = (code: Unanswered, cause: unknown) => failureOf(proxy, code, { host: authority, cause });
  const client = new Client(proxy.origin, { connect: connectorTo(limits.timeoutMs) });
  let isConnected = false;
  client.once('connect', () => {
    isConnected = true;
  });
  const headers = { host: authority, ...(proxy.authorization && { 'proxy-authorization': proxy.authorization }) };
  const connecting = client.connect({ path: authority, headers });
  try {
    const answer = await withinLimits(connecting, limits);
    const socket = answer.socket as Socket; // of a client over HTTP/1.1
    if (answer.statusCode >= 200 && answer.statusCode < 300) return socket;
    socket.on('error', () => undefined).destroy();
    throw refusalOf(proxy, authority, answer);
  } catch (error) {
    if (error instanceof ProxyFailure || isAborted(error)) throw error;
    if (isTimeout(error)) throw failed(isConnected ? 'PROXY_TIMEOUT' : 'PROXY_UNREACHABLE', error);
    throw failed(isConnected ? 'PROXY_NO_ANSWER' : problemOfConnection(error), error);
  } finally {
    void client.destroy(); // the socket of a tunnel is not the client's any more
  }
}

/** Connects to the proxy, and closes the connection. @throws as openTunnel */
export async function reachProxy(proxy: HttpProxy, limits: Limits): Promise<void> {
  const { protocol, hostname, host, port } = new URL(proxy.origin);
  const connect = connectorTo(limits.timeoutMs);
  const connecting = new Promise<{ socket: Socket }>((resolve, reject) => {
    const place = { protocol, hostname: hostname.replace(/^\[|\]$/g, ''), host, port };
    connect(place, (error, socket) => (error ? reject(error) : resolve({ socket })));
  });
  try {
    (await withinLimits(connecting, limits)).socket.destroy();
  } catch (error) {
    if (isAborted(error)) throw error;
    throw failureOf(proxy, isTimeout(error) ? 'PROXY_UNREACHABLE' : problemOfConnection(error), { cause: error });
  }
}

/** undici would expect the certificate of the destination from the proxy itself. */
function connectorTo(timeoutMs: number): buildConnector.connector {
  const connect = buildConnector({ timeout: timeoutMs, allowH2: false, minVersion: 'TLSv1.2' });
  return ({ servername: _, ...options }, done) => connect(options, done);
}

/** Gives up in time or with the signal, and closes the socket of a later result. */
async function withinLimits<T extends { socket: { destroy(): unknown } }>(
  work: Promise<T>,
  { timeoutMs, signal }: Limits,
): Promise<T> {
  let hasGivenUp = false;
  let release = () => {};
  const bound = new Promise<never>((_, reject) => {
    const fail = (code: string, message: string) => {
      hasGivenUp = true;
      reject(Object.assign(new Error(message), { code }));
    };
    const abort = () => fail('ABORT_ERR', 'connecting stopped');
    const timer = setTimeout(() => fail('TUNNEL_TIMED_OUT', `no tunnel within ${timeoutMs} ms`), timeoutMs);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
    release = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    };
  });
  work.then(
    ({ socket }) => hasGivenUp && socket.destroy(),
    () => undefined,
  );
  return Promise.race([work, bound]).finally(() => release());
}

const isAborted = (error: unknown) => codesOf(error).includes('ABORT_ERR');
const isTimeout = (error: unknown) =>
  codesOf(error).some((code) => /^(TUNNEL_TIMED_OUT|UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT)$/.test(code));

const problemOfConnection = (error: unknown): Unanswered =>
  codesOf(error).some((code) => /CERT|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|^INVALID_(CA|PURPOSE)$/.test(code))
    ? 'PROXY_UNTRUSTED'
    : 'PROXY_UNREACHABLE';

/** Problems of which there is no answer that says more. */
const sentences = {
  PROXY_UNREACHABLE: 'unreachable',
  PROXY_UNTRUSTED: 'untrusted',
  PROXY_NO_ANSWER: 'noAnswer',
  PROXY_TIMEOUT: 'timedOut',
} as const satisfies Partial<Record<ProxyProblem, string>>;
type Unanswered = keyof typeof sentences;

const failureOf = (proxy: HttpProxy, code: Unanswered, { host = '', cause }: { host?: string; cause: unknown }) =>
  new ProxyFailure(code, say(`circumstance.proxy.${sentences[code]}`, { proxy: nameOfProxy(proxy), host }), { cause });

type Refusal = { statusCode: number; headers: Record<string, string | string[] | undefined> };

/** Of an answer other than 2xx. */
function refusalOf(proxy: HttpProxy, host: string, { statusCode, headers }: Refusal): ProxyFailure {
  const name = nameOfProxy(proxy);
  if (statusCode === 403)
    return new ProxyFailure('PROXY_REFUSED', say('circumstance.proxy.refuses', { proxy: name, host }));
  if (statusCode !== 407) {
    return new ProxyFailure('PROXY_NO_WAY', say('circumstance.proxy.noWay', { proxy: name, host, status: statusCode }));
  }
  const schemes = schemesOf(headers['proxy-authenticate']);
  if (schemes.length > 0 && !schemes.some((scheme) => scheme.toLowerCase() === 'basic')) {
    return new ProxyFailure('PROXY_CREDENTIALS', say('circumstance.proxy.otherSignIn', { proxy: name, schemes }));
  }
  const refused = proxy.authorization === undefined ? 'asksForCredentials' : 'refusesCredentials';
  return new ProxyFailure('PROXY_CREDENTIALS', say(`circumstance.proxy.${refused}`, { proxy: name }));
}

/** The names of the ways to sign in that a proxy offers, such as Negotiate and NTLM. */
const schemesOf = (offered: string | string[] | undefined = []): string[] =>
  [offered].flat().flatMap((value) => /^\s*([A-Za-z][\w-]*)/.exec(value)?.[1] ?? []);
