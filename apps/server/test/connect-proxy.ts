import { createServer as createHttp, type IncomingMessage } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { type AddressInfo, connect, createServer as createTcp, type Server, type Socket } from 'node:net';
import {
  connect as connectTls,
  createSecureContext,
  getCACertificates,
  setDefaultCACertificates,
  TLSSocket,
} from 'node:tls';
import { onTestFinished } from 'vitest';
import { createOutbound } from '#platform/network/outbound';
import { type HttpProxy, proxyOf } from '#platform/network/proxy';
import type { TestApp } from './app';

type Behaviour = {
  /** `user:password` that it asks for. */
  credentials?: string;
  /** The ways to sign in that it offers. */
  schemes?: string[];
  /** Answers every call with this status. */
  status?: number;
  /** Never answers. */
  hangs?: boolean;
  /** Ends TLS itself, with a certificate of its own authority, and looks at what goes by. */
  inspects?: boolean;
  /** Speaks TLS with its clients. */
  identity?: { key: string; cert: string };
};

/**
 * An HTTP proxy on this machine, until the test has ended. Every name leads it to this machine, so that tests can call hosts that do not
 * exist. `tunnels` has the destinations it was asked for, `seen` the clear text that an inspecting one has seen.
 */
export async function aConnectProxy(behaviour: Behaviour = {}) {
  const { credentials, schemes = ['Basic realm="proxy"'], status, hangs, inspects, identity } = behaviour;
  const [tunnels, seen, sockets]: [string[], string[], Socket[]] = [[], [], []];
  const wanted = credentials && `Basic ${Buffer.from(credentials).toString('base64')}`;
  const server = identity ? createHttps(identity) : createHttp();
  server.on('connection', (socket: Socket) => sockets.push(socket));
  server.on('connect', ({ url = '', headers }: IncomingMessage, client: Socket) => {
    client.on('error', () => undefined);
    tunnels.push(url);
    if (hangs) return;
    if (wanted && headers['proxy-authorization'] !== wanted) {
      const offers = schemes.map((scheme) => `Proxy-Authenticate: ${scheme}\r\n`).join('');
      return client.end(`HTTP/1.1 407 Proxy Authentication Required\r\n${offers}Content-Length: 0\r\n\r\n`);
    }
    if (status) return client.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`);
    client.write('HTTP/1.1 200 Connection established\r\n\r\n');
    const port = Number(/:(\d+)$/.exec(url)?.[1]);
    return inspects ? lookInto(client, port, seen) : join(client, connect(port, '127.0.0.1'));
  });
  await listen(server);
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const proxy = (userinfo = '', exceptions: string[] = []) =>
    proxyOf(`${identity ? 'https' : 'http'}://${userinfo}localhost:${port}`, exceptions);
  return { port, tunnels, seen, proxy };
}

function join(one: Socket, other: Socket): void {
  one.pipe(other).on('error', () => one.destroy());
  other.pipe(one).on('error', () => other.destroy());
}

function lookInto(client: Socket, port: number, seen: string[]): void {
  const inside = new TLSSocket(client, { isServer: true, secureContext: createSecureContext(inspecting) });
  inside.on('error', () => undefined); // of clients that do not trust it
  inside.on('data', (bytes: Buffer) => seen.push(bytes.toString('latin1')));
  join(inside, connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false }));
}

const listen = (server: Server) => new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));

/** The server calls through this proxy, and trusts the hosts outside, until the test has ended. Its name servers know no host. */
export function callThrough({ deps }: TestApp, proxy: HttpProxy): void {
  const { outbound } = deps;
  const trusted = getCACertificates('default');
  setDefaultCACertificates([...trusted, outsideIdentity.cert]);
  const unknown = () => Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }));
  deps.outbound = createOutbound({ allowedHosts: [], ownAddresses: [], proxy }, unknown);
  onTestFinished(() => {
    setDefaultCACertificates(trusted);
    deps.outbound = outbound;
  });
}

/** Something that is no proxy: it answers nothing, and closes. @returns the port */
export async function aWrongProxy(): Promise<number> {
  const server = createTcp((socket) => socket.on('error', () => undefined).end('220 mail.test\r\n'));
  await listen(server);
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** Self-signed, for outside.test and all below it, for a hundred years. */
export const outsideIdentity = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgw/vMqDnmjZZQ1sIr
u7t1so63azJ2h45Wd+D3eu40wH2hRANCAASyncahlcxk7qOB/Ocqcl0oUB1JD4bI
69Ixp5pbKL7w4eqDZyd4uruutnSVFSkTze1JGGOy8lRr+UMDBu8Mv1SU
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBrjCCAVSgAwIBAgIUcSQGCKSS9jB5EK3T9oKkTSlHwZgwCgYIKoZIzj0EAwIw
FzEVMBMGA1UEAwwMb3V0c2lkZS50ZXN0MCAXDTI2MTEyODEyMzY1MloYDzIxMjYx
MTA0MTIzNjUyWjAXMRUwEwYDVQQDDAxvdXRzaWRlLnRlc3QwWTATBgcqhkjOPQIB
BggqhkjOPQMBBwNCAASyncahlcxk7qOB/Ocqcl0oUB1JD4bI69Ixp5pbKL7w4eqD
Zyd4uruutnSVFSkTze1JGGOy8lRr+UMDBu8Mv1SUo3wwejAdBgNVHQ4EFgQULhAn
NEih8JbiNwxqDuijzif2rHQwHwYDVR0jBBgwFoAULhAnNEih8JbiNwxqDuijzif2
rHQwDwYDVR0TAQH/BAUwAwEB/zAnBgNVHREEIDAeggxvdXRzaWRlLnRlc3SCDiou
b3V0c2lkZS50ZXN0MAoGCCqGSM49BAMCA0gAMEUCID++SPsQ/QlQ7oRNYX678NlL
jJ0TGxC8jyxpsfc/gI67AiEAyp1SchW+X3WpDbWLIRbRVMhgqNyQ2MDU/HZUpbC0
O68=
-----END CERTIFICATE-----`,
};

/** The authority of the inspecting proxy. */
export const inspectingAuthority = `-----BEGIN CERTIFICATE-----
MIIBnjCCAUOgAwIBAgIUB65eEM4fabj1C1v4XyLAVPKeYp0wCgYIKoZIzj0EAwIw
GzEZMBcGA1UEAwwQSW5zcGVjdGluZyBwcm94eTAgFw0yNjExMjgxMjM2NTJaGA8y
MTI2MTEwNDEyMzY1MlowGzEZMBcGA1UEAwwQSW5zcGVjdGluZyBwcm94eTBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABKB1t/oKiO7FDKjHd+wm0jOVs5wP6o4HrrQI
dR/0ZDmY0Vb9uips+CbLrYsuf5AORAmdM9sh+ThdT9ZReSlr6iKjYzBhMB0GA1Ud
DgQWBBQ+T2YY4C/UDTEcrXDYtGNcQgFWKTAfBgNVHSMEGDAWgBQ+T2YY4C/UDTEc
rXDYtGNcQgFWKTAPBgNVHRMBAf8EBTADAQH/MA4GA1UdDwEB/wQEAwICBDAKBggq
hkjOPQQDAgNJADBGAiEAxcpCbCm4eDqUAZEEsS77sZZu8+ruSoeSqmjtCqgOrmMC
IQDOCjyODbrjyyYlQ0dg5HZKc8/HFRWn8W4kfOtqnX0vBw==
-----END CERTIFICATE-----`;

/** What that authority has issued for outside.test. */
const inspecting = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgbV0+Ghj6idAwL/RM
29ESid0TNqbdqd6aHZByCTXIYoKhRANCAASFtPbQKRZdGr8TJ4xlh4OBnqqeLOax
a64Uj3CLEz2NtABv5KF+oi2Hqx1/6pZIEzH0f1KmDVCsMW6IUEzy7ajw
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBrDCCAVKgAwIBAgIUISEPPlCvaaxfzVykku+Kx6Ays1kwCgYIKoZIzj0EAwIw
GzEZMBcGA1UEAwwQSW5zcGVjdGluZyBwcm94eTAgFw0yNjExMjgxMjM2NTJaGA8y
MTI2MTEwNDEyMzY1MlowFzEVMBMGA1UEAwwMb3V0c2lkZS50ZXN0MFkwEwYHKoZI
zj0CAQYIKoZIzj0DAQcDQgAEhbT20CkWXRq/EyeMZYeDgZ6qnizmsWuuFI9wixM9
jbQAb+ShfqIth6sdf+qWSBMx9H9Spg1QrDFuiFBM8u2o8KN2MHQwJwYDVR0RBCAw
HoIMb3V0c2lkZS50ZXN0gg4qLm91dHNpZGUudGVzdDAJBgNVHRMEAjAAMB0GA1Ud
DgQWBBTlrjw2BoBejHbr8U4e0aYZgtFCBjAfBgNVHSMEGDAWgBQ+T2YY4C/UDTEc
rXDYtGNcQgFWKTAKBggqhkjOPQQDAgNIADBFAiAI1ZEng4WdE+HzkbyYmD6FD8SN
c2fm5XruiPRqShSO5gIhAIBc0twLBY2YN0ieFRiGA/0NoB8wPgqAdvfayQjJ99bZ
-----END CERTIFICATE-----`,
};
