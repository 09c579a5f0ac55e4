import { say } from '@key2xs/texts';
import { afterEach, describe, expect, it } from 'vitest';
import { createRunner, type Runner } from '#platform/isolated/runner';
import { aHostilePkcs12 } from '#test/factories/certificates';
import { applicationCertificateReader } from './application-certificate-reader';

const now = new Date('2027-01-15T12:00:00Z');

describe('applicationCertificateReader', () => {
  let runner: Runner | undefined;
  afterEach(() => runner?.close());
  const read = (bytes: Uint8Array, options: Partial<typeof applicationCertificateReader> = {}) => {
    const started = createRunner({});
    runner = started;
    return started.run({ ...applicationCertificateReader, ...options }, { bytes, passPhrase: '', now });
  };

  it('says in another thread what is wrong with a file', async () => {
    expect(await read(Buffer.from('%PDF'))).toEqual({
      ok: true,
      answer: { ok: false, reason: say('certificate.notPkcs12') },
    });
  });

  it('stops a file that takes too long', async () => {
    const slow = await read(aHostilePkcs12(900_000), { limitMs: 100 });
    expect(slow).toEqual({ ok: false, reason: say('heavy.certificateTooSlow') });
  });
});
