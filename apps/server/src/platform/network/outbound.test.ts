import { readCertificateBundle } from '@key2xs/drivers';
import { type CliqSandbox, startCliqSandbox } from '@key2xs/drivers/sandbox';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOutbound } from './outbound';

const noTls = { cert: '', key: '', ca: [] };
const closedPort = 9; // "discard" is not served any more

type Rules = Parameters<typeof createOutbound>[0];
type Resolve = NonNullable<Parameters<typeof createOutbound>[1]>;

const rules = (changed: Partial<Rules> = {}): Rules => ({ allowedHosts: [], ownAddresses: [], ...changed });
const resolvingTo =
  (...addresses: string[]): Resolve =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

/** Spellings of addresses that need a permission. */
const refusedOrigins = [
  ['https://127.0.0.1:9'],
  ['https://127.1:9'],
  ['https://127.0.0.1.:9'],
  ['https://2130706433:9'],
  ['https://017700000001:9'],
  ['https://0x7f.0.0.1:9'],
  ['https://0177.0.0.1:9'],
  ['https://%31%32%37.0.0.1:9'],
  ['https://user@127.0.0.1:9'],
  ['https://[::1]:9'],
  ['https://[::ffff:127.0.0.1]:9'],
  ['https://[::ffff:7f00:1]:9'],
  ['https://[64:ff9b::127.0.0.1]:9'],
  ['https://[2002:7f00:1::]:9'],
  ['https://localhost:9'],
  ['https://LOCALHOST.:9'],
  ['https://0.0.0.0:9'],
  ['https://[::]:9'],
  ['https://169.254.169.254'],
  ['https://[64:ff9b::169.254.169.254]'],
  ['https://[fd00:ec2::254]'],
  ['https://10.0.0.1'],
];

/** How a request ends: the code of its error; `refused by the machine` proves that a connection was tried. */
async function outcomeOf(origin: string, changed?: Partial<Rules>, resolve?: Resolve): Promise<string> {
  const dispatcher = createOutbound(rules(changed), resolve).openHttps(origin, noTls);
  try {
    await request(origin, { dispatcher });
    return 'answered';
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code === 'ECONNREFUSED' ? 'refused by the machine' : String(code);
  } finally {
    await dispatcher.destroy();
  }
}

describe('openHttps', () => {
  it.each(refusedOrigins)('refuses %s', async (origin) => {
    expect(await outcomeOf(origin)).toBe('ADDRESS_REFUSED');
  });

  it('has a remedy', async () => {
    const dispatcher = createOutbound(rules()).openHttps('https://localhost:9', noTls);
    await expect(request('https://localhost:9', { dispatcher })).rejects.toThrow(
      /localhost:9 leads to a loopback address.*KEY2XS_ALLOWED_HOSTS/,
    );
    await dispatcher.destroy();
  });

  it('refuses a name that leads inside, whatever it is called', async () => {
    expect(await outcomeOf('https://cwm.example', {}, resolvingTo('192.168.0.9'))).toBe('ADDRESS_REFUSED');
    expect(await outcomeOf('https://cwm.example', {}, resolvingTo('::ffff:127.0.0.1'))).toBe('ADDRESS_REFUSED');
  });

  it('connects to the address that was checked, without a second look-up', async () => {
    const answers = [['127.0.0.1'], ['169.254.169.254']];
    let lookUps = 0;
    const rebinding: Resolve = (host) => resolvingTo(...(answers[lookUps++] ?? []))(host);
    const origin = `https://cwm.example:${closedPort}`;
    expect(await outcomeOf(origin, { allowedHosts: ['127.0.0.1'] }, rebinding)).toBe('refused by the machine');
    expect(lookUps).toBe(1);
  });

  it('leaves out the refused ones among the addresses of a name', async () => {
    const origin = `https://cwm.example:${closedPort}`;
    const both = resolvingTo('169.254.169.254', '127.0.0.1');
    expect(await outcomeOf(origin, { allowedHosts: ['127.0.0.0/8'] }, both)).toBe('refused by the machine');
  });

  it.each([
    ['localhost'],
    [`localhost:${closedPort}`],
    ['127.0.0.0/8'],
  ])('calls an address allowed by %s', async (entry) => {
    expect(await outcomeOf(`https://localhost:${closedPort}`, { allowedHosts: [entry] })).toBe(
      'refused by the machine',
    );
  });

  it('calls the sandbox while it is on, at its port only', async () => {
    const sandboxAddresses = [{ host: '127.0.0.1', port: closedPort }];
    expect(await outcomeOf(`https://127.0.0.1:${closedPort}`, { sandboxAddresses })).toBe('refused by the machine');
    expect(await outcomeOf('https://127.0.0.1:10', { sandboxAddresses })).toBe('ADDRESS_REFUSED');
    expect(await outcomeOf(`https://127.0.0.2:${closedPort}`, { sandboxAddresses })).toBe('ADDRESS_REFUSED');
  });

  it.each([
    ['https://127.0.0.1:9'],
    ['https://127.0.0.9:9'],
    ['https://localhost:9'],
    ['https://[::1]:9'],
    ['https://[::ffff:127.0.0.1]:9'],
    ['https://0.0.0.0:9'],
  ])('never calls this product itself at %s, whatever is allowed', async (origin) => {
    const allowedHosts = ['localhost', '0.0.0.0/0', '::/0'];
    const sandboxAddresses = [{ host: '127.0.0.1', port: closedPort }];
    for (const host of ['0.0.0.0', '127.0.0.1', '::', 'localhost']) {
      const ownAddresses = [{ host, port: closedPort }];
      expect(await outcomeOf(origin, { allowedHosts, ownAddresses, sandboxAddresses }), host).toBe('ADDRESS_REFUSED');
    }
  });

  it('never calls the database under another of its names', async () => {
    const ownAddresses = [{ host: 'database.example', port: 5_432 }];
    const allowedHosts = ['cwm.example'];
    const same = resolvingTo('10.0.0.5');
    expect(await outcomeOf('https://cwm.example:5432', { allowedHosts, ownAddresses }, same)).toBe('ADDRESS_REFUSED');
  });

  it('gives up when no name server answers', async () => {
    const silent: Resolve = () => new Promise(() => {});
    const dispatcher = createOutbound(rules(), silent, { lookUpMs: 50 }).openHttps('https://cwm.example', noTls);
    const call = request('https://cwm.example', { dispatcher });
    await expect(call).rejects.toMatchObject({ code: 'LOOKUP_TIMED_OUT' });
    await dispatcher.destroy();
  });

  it('shows the certificate to no other origin', async () => {
    const open = createOutbound(rules({ allowedHosts: ['127.0.0.0/8'] })).openHttps(`https://127.0.0.1:9`, noTls);
    for (const url of ['https://127.0.0.2:9', 'https://127.0.0.1:10', 'http://127.0.0.1:9']) {
      await expect(request(url, { dispatcher: open }), url).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' });
    }
    await open.destroy();
  });

  it('refuses an unreadable certificate immediately', () => {
    const open = () => createOutbound(rules()).openHttps('https://cwm.example', { cert: 'x', key: 'y', ca: [] });
    expect(open).toThrow();
  });
});

describe('inspectHttps', () => {
  const never = new AbortController().signal;
  const inspect = (origin: string, changed?: Partial<Rules>, resolve?: Resolve) =>
    createOutbound(rules(changed), resolve).inspectHttps(origin, noTls, never);

  it.each(refusedOrigins)('makes no connection to %s', async (origin) => {
    const inspection = inspect(origin);
    for (const step of [inspection.resolve, inspection.connect, inspection.handshake]) {
      await expect(step()).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' });
    }
  });

  it('supports HTTPS only', async () => {
    const inspection = inspect('http://127.0.0.1:9', { allowedHosts: ['127.0.0.1'] });
    await expect(inspection.connect()).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' });
  });

  it('names the addresses that may be called, and leaves out the others', async () => {
    const resolve = resolvingTo('169.254.169.254', '10.0.0.8', '8.8.8.8');
    expect(await inspect('https://cwm.example', {}, resolve).resolve()).toEqual(['8.8.8.8']);
    expect(await inspect('https://cwm.example', { allowedHosts: ['10.0.0.0/8'] }, resolve).resolve()).toEqual([
      '10.0.0.8',
      '8.8.8.8',
    ]);
  });

  it('checks every connection again, and connects to the address checked', async () => {
    const answers = [['127.0.0.1'], ['127.0.0.1'], ['169.254.169.254']];
    const rebinding: Resolve = (host) => resolvingTo(...(answers.shift() ?? []))(host);
    const inspection = inspect(`https://cwm.example:${closedPort}`, { allowedHosts: ['127.0.0.1'] }, rebinding);
    expect(await inspection.resolve()).toEqual(['127.0.0.1']);
    await expect(inspection.connect()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await expect(inspection.handshake()).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' });
    expect(answers).toEqual([]);
  });
});

describe('the TLS of openHttps and inspectHttps', () => {
  let sandbox: CliqSandbox;
  beforeAll(async () => {
    sandbox = await startCliqSandbox({ port: 0 });
  });
  afterAll(() => sandbox.close());

  const tlsOf = (pem: string) => {
    const parsed = readCertificateBundle(pem);
    if (!parsed.ok) throw new Error(renderSentence(parsed.reason));
    return parsed.bundle.tls;
  };

  const outbound = createOutbound(rules({ allowedHosts: ['127.0.0.0/8'] }), resolvingTo('127.0.0.1'));
  const inspect = (origin: string, tls: ReturnType<typeof tlsOf>) =>
    outbound.inspectHttps(origin, tls, new AbortController().signal);

  async function call(origin: string, tls: ReturnType<typeof tlsOf>): Promise<number> {
    const dispatcher = outbound.openHttps(origin, tls);
    try {
      const { statusCode, body } = await request(`${origin}/`, { dispatcher });
      await body.dump();
      return statusCode;
    } finally {
      await dispatcher.destroy();
    }
  }

  it('shows the client certificate and trusts the authority that came with it', async () => {
    const tls = tlsOf(sandbox.client_certificate_bundle_pem);
    expect(await call(sandbox.cliq_api_url, tls)).toBeLessThan(500);
  });

  it('trusts no authority that did not', async () => {
    const tls = { ...tlsOf(sandbox.client_certificate_bundle_pem), ca: [] };
    await expect(call(sandbox.cliq_api_url, tls)).rejects.toThrow(/certificate/);
  });

  it('accepts no certificate of another host', async () => {
    const tls = tlsOf(sandbox.client_certificate_bundle_pem);
    const origin = `https://cwm.example:${sandbox.port}`;
    await expect(call(origin, tls)).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
    await expect(inspect(origin, tls).handshake()).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
  });

  it('describes the server certificate', async () => {
    const inspection = inspect(sandbox.cliq_api_url, tlsOf(sandbox.client_certificate_bundle_pem));
    await inspection.connect();
    expect(await inspection.handshake()).toEqual({
      subject: 'CN=localhost, O=Key2XS sandbox',
      issuer: 'CN=Sandbox authority, O=Key2XS sandbox',
      not_after: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/),
      protocol: 'TLSv1.3',
    });
  });

  it('inspects with no other trust than it calls with', async () => {
    const tls = { ...tlsOf(sandbox.client_certificate_bundle_pem), ca: [] };
    await expect(inspect(sandbox.cliq_api_url, tls).handshake()).rejects.toThrow(/certificate/);
  });

  it('is refused with a certificate of another authority', async () => {
    const tls = tlsOf(sandbox.foreign_certificate_bundle_pem);
    await expect(call(sandbox.cliq_api_url, tls)).rejects.toThrow();
  });
});
