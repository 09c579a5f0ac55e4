import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { request } from 'undici';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { aConnectProxy, aWrongProxy, inspectingAuthority, outsideIdentity } from '#test/connect-proxy';
import { localhostIdentity } from '#test/mail-server';
import { aReceiver } from '#test/receiver';
import { createOutbound } from './outbound';
import { type HttpProxy, proxyOf } from './proxy';

type Rules = Parameters<typeof createOutbound>[0];
type Resolve = NonNullable<Parameters<typeof createOutbound>[1]>;

/** As on a machine whose name servers know no name outside. */
const knowsNothing: Resolve = async () => {
  throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
};
const knows =
  (address: string): Resolve =>
  async () => [{ address, family: 4 }];
const trusting = (...ca: string[]) => ({ cert: '', key: '', ca });

function outboundBy(proxy: HttpProxy, changed: Partial<Rules> = {}, resolve = knowsNothing, tunnelMs = 5_000) {
  return createOutbound({ allowedHosts: [], ownAddresses: [], proxy, ...changed }, resolve, { tunnelMs });
}

/** Calls once. @returns the status */
async function call(outbound: ReturnType<typeof createOutbound>, url: string, ca = outsideIdentity.cert) {
  const dispatcher = outbound.openHttps(new URL(url).origin, trusting(ca));
  onTestFinished(() => void dispatcher.destroy());
  const { statusCode, body } = await request(url, { method: 'POST', dispatcher });
  await body.dump();
  return statusCode;
}

describe('a call through the proxy', () => {
  let receiver: Awaited<ReturnType<typeof aReceiver>>;
  let url: string;
  beforeEach(async () => {
    receiver = await aReceiver(outsideIdentity);
    url = `https://cwm.outside.test:${receiver.port}/in`;
  });

  it('reaches a host whose name only the proxy knows, and tells it nothing of the proxy', async () => {
    const { proxy, tunnels } = await aConnectProxy({ credentials: 'key2xs:p:ss wörd' });
    const outbound = outboundBy(proxy('key2xs:p%3Ass%20w%C3%B6rd@'));
    expect(await call(outbound, url)).toBe(204);
    expect(tunnels).toEqual([`cwm.outside.test:${receiver.port}`]);
    expect(Object.keys(receiver.calls[0]?.headers ?? {})).not.toContain('proxy-authorization');
  });

  it('goes over TLS to a proxy that wants it, whose own certificate has to be trusted', async () => {
    const { proxy, tunnels } = await aConnectProxy({ identity: localhostIdentity });
    await expect(call(outboundBy(proxy()), url)).rejects.toMatchObject({ code: 'PROXY_UNTRUSTED' });
    expect(tunnels).toEqual([]);
    const trusted = getCACertificates('default');
    onTestFinished(() => setDefaultCACertificates(trusted));
    setDefaultCACertificates([...trusted, localhostIdentity.cert]);
    expect(await call(outboundBy(proxy()), url)).toBe(204);
  });

  it('verifies the certificate of the host, and knows an inspecting proxy by its authority', async () => {
    const { proxy, seen } = await aConnectProxy({ inspects: true });
    const outbound = outboundBy(proxy());
    await expect(call(outbound, url)).rejects.toMatchObject({ code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' });
    expect(seen).toEqual([]);
    expect(await call(outbound, url, inspectingAuthority)).toBe(204);
    expect(seen.join('')).toContain('POST /in');
  });

  it.each<[string, Parameters<typeof aConnectProxy>[0], string, RegExp]>([
    ['wants a sign-in', { credentials: 'a:b' }, 'PROXY_CREDENTIALS', /asks for a user and a password.*HTTPS_PROXY/],
    [
      'wants another way to sign in',
      { credentials: 'a:b', schemes: ['Negotiate', 'NTLM'] },
      'PROXY_CREDENTIALS',
      /sign-in by Negotiate, NTLM;.*Basic/,
    ],
    ['refuses', { status: 403 }, 'PROXY_REFUSED', /does not let this server connect to cwm\.outside\.test/],
    ['cannot connect', { status: 502 }, 'PROXY_NO_WAY', /could not connect to .*HTTP status 502/],
  ])('says what to do when the proxy %s', async (_, behaviour, code, sentence) => {
    const { proxy } = await aConnectProxy(behaviour);
    const failed = call(outboundBy(proxy()), url);
    await expect(failed).rejects.toMatchObject({ code });
    await expect(failed).rejects.toThrow(sentence);
    expect(receiver.calls).toEqual([]);
  });

  it('says that the credentials are wrong, and shows none', async () => {
    const { proxy } = await aConnectProxy({ credentials: 'key2xs:right' });
    const error: unknown = await call(outboundBy(proxy('key2xs:wrong@')), url).catch((thrown: unknown) => thrown);
    expect(String(error)).toMatch(/does not accept the user or the password/);
    expect(JSON.stringify(error) + String(error)).not.toMatch(/wrong|a2V5Mnhz/);
  });

  it('gives up on a proxy that does not answer, is none, or is not there', async () => {
    const { proxy } = await aConnectProxy({ hangs: true });
    await expect(call(outboundBy(proxy(), {}, knowsNothing, 100), url)).rejects.toMatchObject({
      code: 'PROXY_TIMEOUT',
    });
    const wrong = proxyOf(`http://localhost:${await aWrongProxy()}`, []);
    await expect(call(outboundBy(wrong), url)).rejects.toMatchObject({ code: 'PROXY_NO_ANSWER' });
    const absent = proxyOf('http://127.0.0.1:9', []);
    await expect(call(outboundBy(absent), url)).rejects.toMatchObject({ code: 'PROXY_UNREACHABLE' });
  });

  it('goes directly to an exception, under the same rules as without a proxy', async () => {
    const { proxy, tunnels } = await aConnectProxy();
    const excepting = proxy('', ['.outside.test']);
    const inside = knows('127.0.0.1');
    await expect(call(outboundBy(excepting, {}, inside), url)).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' });
    expect(await call(outboundBy(excepting, { allowedHosts: ['127.0.0.0/8'] }, inside), url)).toBe(204);
    expect(tunnels).toEqual([]);
  });

  it('is made to one origin only', async () => {
    const { proxy, tunnels } = await aConnectProxy();
    const dispatcher = outboundBy(proxy()).openHttps(url, trusting(outsideIdentity.cert));
    onTestFinished(() => void dispatcher.destroy());
    await expect(request('https://other.outside.test', { dispatcher })).rejects.toMatchObject({
      code: 'ADDRESS_REFUSED',
    });
    expect(tunnels).toEqual([]);
  });
});

describe('what the proxy is not asked for', () => {
  it.each([
    ['https://10.0.0.1'],
    ['https://0xa000001'],
    ['https://169.254.169.254'],
    ['https://[fd00::1]'],
    ['https://[fe80::1]'],
    ['https://[::ffff:192.168.1.1]'],
    ['https://intranet'],
    ['https://nas.local'],
    ['https://metadata.google.internal'],
  ])('%s, until it is allowed', async (origin) => {
    const { proxy, tunnels } = await aConnectProxy({ status: 502 });
    const literal: Resolve = async (host) => {
      const family = host.includes(':') ? 6 : /^[\d.]+$/.test(host) ? 4 : 0;
      return family === 0 ? knowsNothing(host) : [{ address: host, family }];
    };
    await expect(call(outboundBy(proxy(), {}, literal), origin)).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' });
    expect(tunnels).toEqual([]);
    const host = new URL(origin).hostname;
    const allowing = outboundBy(proxy(), { allowedHosts: [host] }, literal);
    await expect(call(allowing, origin)).rejects.toMatchObject({ code: 'PROXY_NO_WAY' });
    expect(tunnels).toEqual([`${host}:443`]);
  });

  it('is a name that is known here to lead inside, and this product itself', async () => {
    const { proxy, tunnels } = await aConnectProxy();
    const inside = outboundBy(proxy(), {}, knows('192.168.0.9'));
    await expect(call(inside, 'https://cwm.outside.test')).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' });
    const allowed = { allowedHosts: ['0.0.0.0/0'], ownAddresses: [{ host: 'db.outside.test', port: 5_432 }] };
    const own = call(outboundBy(proxy(), allowed), 'https://db.outside.test:5432');
    await expect(own).rejects.toThrow(/leads to Key2XS itself or its database/);
    expect(tunnels).toEqual([]);
  });
});

describe('the layers of a route through the proxy', () => {
  const inspect = (proxy: HttpProxy, port: number, signal = new AbortController().signal) =>
    outboundBy(proxy).inspectHttps(`https://cwm.outside.test:${port}`, trusting(outsideIdentity.cert), signal);

  it('are the proxy, its connection, and the certificate of the host', async () => {
    const { port } = await aReceiver(outsideIdentity);
    const { proxy, port: ofProxy, tunnels } = await aConnectProxy();
    const inspection = inspect(proxy(), port);
    expect(inspection.proxy).toBe(`localhost:${ofProxy}`);
    expect(await inspection.resolve()).toEqual([]);
    expect(tunnels).toEqual([]);
    await inspection.connect();
    expect(await inspection.handshake()).toMatchObject({ subject: 'CN=outside.test', protocol: 'TLSv1.3' });
    expect(tunnels).toHaveLength(2);
  });

  it('fail where the proxy does', async () => {
    const { proxy } = await aConnectProxy({ credentials: 'a:b' });
    await inspect(proxy(), 9).resolve();
    await expect(inspect(proxy(), 9).connect()).rejects.toMatchObject({ code: 'PROXY_CREDENTIALS' });
    await expect(inspect(proxyOf('http://127.0.0.1:9', []), 9).resolve()).rejects.toMatchObject({
      code: 'PROXY_UNREACHABLE',
    });
  });

  it('end with their signal', async () => {
    const stop = new AbortController();
    const { proxy } = await aConnectProxy({ hangs: true });
    const connecting = inspect(proxy(), 9, stop.signal).connect();
    stop.abort();
    await expect(connecting).rejects.toMatchObject({ code: 'ABORT_ERR' });
  });
});

it('says the same in German', async () => {
  const { proxy } = await aConnectProxy({ status: 403 });
  const error: unknown = await outboundBy(proxy())
    .inspectHttps('https://cwm.outside.test', trusting(), new AbortController().signal)
    .connect()
    .catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ sentence: expect.anything() });
  const { sentence } = error as { sentence: Parameters<typeof renderSentence>[0] };
  expect(renderSentence(sentence, 'de')).toMatch(/erlaubt diesem Server keine Verbindung zu cwm\.outside\.test:443/);
});
