import { startCliqSandbox } from '@key2xs/drivers/sandbox';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { aHostilePkcs12 } from '#test/factories/certificates';
import { type CertificateReader, createCertificateReader } from './certificate-reader';

const now = new Date();
/** Fewer rounds than are refused unread, and without a pass phrase twice as many: more than half a second. */
const hostile = { name: 'client.p12', bytes: aHostilePkcs12(900_000) };

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

  it('answers with a sentence when the thread ends before its answer', async () => {
    const { read, close } = aReader();
    const reading = read([hostile], undefined, now);
    await Promise.resolve(); // its turn comes at once, but not in the same breath
    await close();
    expect(await reading).toEqual({ ok: false, reason: expect.stringMatching(/^The file cannot be read:/) });
  });
});
