import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';
import { startCliqSandbox } from '@key2xs/drivers/sandbox';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { aHostilePkcs12 } from '#test/factories/certificates';
import { type CertificateReader, createCertificateReader } from './certificate-reader';

const now = new Date();
/** Fewer rounds than are refused unread, and without a pass phrase twice as many: more than half a second. */
const hostile = { name: 'client.p12', bytes: aHostilePkcs12(900_000) };

/** A protected key of a million rounds, the most that is taken: OpenSSL makes them in one call, and stops for nobody. */
const stubborn = {
  name: 'client.key',
  bytes: Buffer.from(
    'MGwwWAYJKoZIhvcNAQUNMEswKgYJKoZIhvcNAQUMMB0ECAAAAAAAAAAAAgMPQkAwDAYIKoZIhvcNAgsFADAdBglghkgBZQMEASoE' +
      'EAAAAAAAAAAAAAAAAAAAAAAEEAAAAAAAAAAAAAAAAAAAAAA=',
    'base64',
  ),
};

describe('createCertificateReader', () => {
  let client: { name: string; bytes: Uint8Array };
  beforeAll(async () => {
    const sandbox = await startCliqSandbox({ port: 0 });
    client = { name: 'client.pem', bytes: Buffer.from(sandbox.client_certificate_bundle_pem) };
    await sandbox.close();
  });

  let reader: CertificateReader | undefined;
  const aReader = (options: Parameters<typeof createCertificateReader>[0] = {}) => {
    reader = createCertificateReader(options);
    return reader;
  };
  afterEach(() => reader?.close());

  it('reads in another thread what the driver takes', async () => {
    const result = await aReader().read([client], undefined, now);
    expect(result).toMatchObject({ ok: true, bundle: { key_kind: 'RSA 2048' } });
  });

  it('says what is wrong with a file', async () => {
    const result = await aReader().read([{ ...client, bytes: client.bytes.subarray(0, 700) }], undefined, now);
    expect(result).toEqual({ ok: false, reason: expect.stringMatching(/^The file breaks off/) });
  });

  it('stops a file that takes too long, and reads the next one', async () => {
    const { read } = aReader({ limitMs: 400 });
    const [slow, next] = await Promise.all([read([hostile], undefined, now), read([client], undefined, now)]);
    expect(slow).toEqual({ ok: false, reason: expect.stringMatching(/^Opening the file would take too long\./) });
    expect(next).toMatchObject({ ok: true });
  });

  it('refuses what does not fit into the queue, and serves the rest', async () => {
    const { read } = aReader({ parallel: 1, waiting: 1 });
    const results = await Promise.allSettled([1, 2, 3].map(() => read([client], undefined, now)));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect(results[2]).toMatchObject({ reason: { code: 'overloaded', extra: { retry_after: 2 } } });
    expect(await read([client], undefined, now)).toMatchObject({ ok: true });
  });

  it('refuses who has waited too long, and gives nobody the place that is left', async () => {
    const { read } = aReader({ patienceMs: 1 });
    const results = await Promise.allSettled([1, 2, 3].map(() => read([client], undefined, now)));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(results[1]).toMatchObject({ reason: { code: 'overloaded' } });
    const isRead = () =>
      read([client], undefined, now).then(
        ({ ok }) => ok,
        () => false,
      );
    await expect.poll(isRead, { timeout: 20_000 }).toBe(true);
  });

  it('goes on when a thread cannot be started', async () => {
    const { read } = aReader({ waiting: 0 });
    const uncloneable = { ...client, open: () => client.bytes };
    await expect(read([uncloneable], undefined, now)).rejects.toThrow(/could not be cloned/);
    expect(await read([client], undefined, now)).toMatchObject({ ok: true });
  });

  it('refuses those who wait when it is closed, and whoever comes then', async () => {
    const { read, close } = aReader();
    const reading = Promise.allSettled([1, 2].map(() => read([hostile], undefined, now)));
    await Promise.resolve(); // their turn comes at once, but not in the same breath
    await close();
    expect(await reading).toMatchObject([{ status: 'fulfilled' }, { reason: { code: 'overloaded' } }]);
    await expect(read([client], undefined, now)).rejects.toMatchObject({ code: 'overloaded' });
  });

  it('answers, and is closed, before a computation that nobody can stop has ended', async () => {
    const { read, close } = aReader({ waiting: 0, limitMs: 50, closeMs: 1 });
    expect(await read([stubborn], 'sample', now)).toMatchObject({
      reason: expect.stringMatching(/would take too long/),
    });
    await expect(read([client], undefined, now)).rejects.toMatchObject({ code: 'overloaded' });
    const half = promisify(pbkdf2)('sample', 'salt', 500_000, 32, 'sha512').then(() => 'half of it');
    expect(await Promise.race([close().then(() => 'closed'), half])).toBe('closed');
    await half;
  });

  it('answers with a sentence when the thread ends before its answer', async () => {
    const { read, close } = aReader();
    const reading = read([hostile], undefined, now);
    await Promise.resolve(); // its turn comes at once, but not in the same breath
    await close();
    expect(await reading).toEqual({ ok: false, reason: expect.stringMatching(/^The file cannot be read:/) });
  });
});
