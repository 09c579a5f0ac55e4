import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';
import type { UploadedBytes } from '@key2xs/drivers/certificate-upload';
import { startCliqSandbox } from '@key2xs/drivers/sandbox';
import { say } from '@key2xs/texts';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createRunner, type Runner } from '#platform/isolated/runner';
import { aHostilePkcs12 } from '#test/factories/certificates';
import { certificateReader } from './certificate-reader';

const now = new Date();
/** Fewer rounds than are refused unread, and without a pass phrase twice as many: seconds. */
const hostile = { name: 'client.p12', bytes: aHostilePkcs12(900_000) };

/** A protected key of a million rounds, the most that is taken: OpenSSL makes them in one uninterruptible call. */
const stubborn = {
  name: 'client.key',
  bytes: Buffer.from(
    'MGwwWAYJKoZIhvcNAQUNMEswKgYJKoZIhvcNAQUMMB0ECAAAAAAAAAAAAgMPQkAwDAYIKoZIhvcNAgsFADAdBglghkgBZQMEASoE' +
      'EAAAAAAAAAAAAAAAAAAAAAAEEAAAAAAAAAAAAAAAAAAAAAA=',
    'base64',
  ),
};

describe('certificateReader', () => {
  let client: { name: string; bytes: Uint8Array };
  beforeAll(async () => {
    const sandbox = await startCliqSandbox({ port: 0 });
    client = { name: 'client.pem', bytes: Buffer.from(sandbox.client_certificate_bundle_pem) };
    await sandbox.close();
  });

  let runner: Runner | undefined;
  const start = (options: Partial<typeof certificateReader> = {}, closeMs?: number) => {
    const started = createRunner({ closeMs });
    const task = { ...certificateReader, ...options };
    runner = started;
    return (file: UploadedBytes, passPhrase?: string) => started.run(task, { files: [file], passPhrase, now });
  };
  afterEach(() => runner?.close());
  const overloaded = { code: 'overloaded' };

  it('reads in another thread what the driver takes', async () => {
    expect(await start()(client)).toMatchObject({ ok: true, answer: { ok: true, bundle: { key_kind: 'RSA 2048' } } });
  });

  it('says what is wrong with a file', async () => {
    expect(await start()({ ...client, bytes: client.bytes.subarray(0, 700) })).toEqual({
      ok: true,
      answer: { ok: false, reason: say('certificate.truncated') },
    });
  });

  it('stops a file that takes too long, and reads the next one', async () => {
    const read = start({ limitMs: 400 });
    const [slow, next] = await Promise.all([read(hostile), read(client)]);
    expect(slow).toEqual({ ok: false, reason: say('heavy.certificateTooSlow') });
    expect(next).toMatchObject({ ok: true, answer: { ok: true } });
  });

  it('goes on when a file cannot be handed over', async () => {
    const read = start({ waiting: 1 });
    const uncloneable = { ...client, open: () => client.bytes };
    await expect(read(uncloneable)).rejects.toThrow(/could not be cloned/);
    expect(await read(client)).toMatchObject({ ok: true });
  });

  it('answers, and is closed, before an uninterruptible computation has ended', async () => {
    const read = start({ waiting: 0, limitMs: 50 }, 1);
    expect(await read(stubborn, 'sample')).toMatchObject({ reason: say('heavy.certificateTooSlow') });
    await expect(read(client)).rejects.toMatchObject(overloaded);
    const half = promisify(pbkdf2)('sample', 'salt', 500_000, 32, 'sha512').then(() => 'half of it');
    expect(await Promise.race([runner?.close().then(() => 'closed'), half])).toBe('closed');
    await half;
  });
});
