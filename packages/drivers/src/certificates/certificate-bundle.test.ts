import { generateKeyPairSync } from 'node:crypto';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadSandboxPki, type SandboxPki } from '../sandbox-kit/pki';
import { readCertificateBundle } from './certificate-bundle';

describe('readCertificateBundle', () => {
  let pki: SandboxPki;
  beforeAll(async () => {
    pki = await loadSandboxPki(new Date());
  });

  it.each([
    ['client, key, authority', () => [pki.client.cert, pki.client.key, pki.authority.cert]],
    ['authority, key, client', () => [pki.authority.cert, pki.client.key, pki.client.cert]],
    ['with remarks between', () => ['Bag Attributes', pki.client.key, 'x', pki.authority.cert, 'y', pki.client.cert]],
  ])('finds the client certificate by its key: %s', (_, blocks) => {
    const parsed = readCertificateBundle(blocks().join('\n'));
    expect(parsed).toMatchObject({
      ok: true,
      bundle: {
        subject: 'CN=Key2XS, O=Key2XS sandbox',
        issuer: 'CN=Sandbox authority, O=Key2XS sandbox',
        fingerprint_sha256: expect.stringMatching(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/),
        not_before: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/),
        not_after: expect.stringMatching(/Z$/),
        tls: { ca: [expect.stringContaining('BEGIN CERTIFICATE')] },
      },
    });
  });

  it.each([
    ['nothing', () => ['hello'], 'The file holds no certificate in PEM form.'],
    ['no key', () => [pki.client.cert], 'The file holds no private key in PEM form.'],
    [
      'the key of another',
      () => [pki.client.cert, pki.stranger.key],
      'The private key does not belong to the certificate in the file.',
    ],
    [
      'two keys',
      () => [pki.client.cert, pki.client.key, pki.stranger.key],
      'The file holds more than one private key.',
    ],
    [
      'a broken certificate',
      () => [damaged(pki.client.cert), pki.client.key],
      'A certificate in the file cannot be read.',
    ],
    ['a broken key', () => [pki.client.cert, damaged(pki.client.key)], 'The private key cannot be read.'],
    [
      'a key with a pass phrase',
      () => [pki.client.cert, sealedKey()],
      'The private key has a pass phrase. Export it without one.',
    ],
  ])('refuses %s', (_, blocks, reason) => {
    const read = readCertificateBundle(blocks().join('\n'));
    expect(read.ok || renderSentence(read.reason)).toBe(reason);
  });
});

const damaged = (pem: string) => pem.replace(/(-----BEGIN [A-Z ]+-----\s+)\S{40}/, `$1${'A'.repeat(40)}`);

function sealedKey(): string {
  return generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' },
  }).privateKey;
}
