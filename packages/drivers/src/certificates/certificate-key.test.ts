import { createPrivateKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  aBarePkcs12,
  aCertificate,
  aKey,
  aListOfNumbers,
  aNumber,
  anOddKey,
  anOddOldKey,
  anOldPem,
  derOf,
  renderRefusal,
  toPem,
} from './certificate-factory';
import { pemSamples } from './certificate-samples';
import { readClientCertificate } from './certificate-upload';

const now = new Date('2027-01-15T12:00:00Z');
const client = aCertificate();
const pem = (name: keyof typeof pemSamples) => Buffer.from(pemSamples[name], 'base64').toString();
const dsa = derOf(pem('dsaKey'));

/** Reads the client certificate with that key. */
const readWith = (key: string | Uint8Array) =>
  renderRefusal(
    readClientCertificate(
      [client, key].map((content, n) => ({ name: `file-${n}`, bytes: Buffer.from(content) })),
      'sample',
      now,
    ),
  );

/** Names its kind, but its first number is invalid, so it is no readable key. */
const broken = (der: Buffer) => Buffer.from(der.map((byte, at) => (at === 24 && byte === 0x02 ? 0x05 : byte)));

const protectedDsa = () =>
  createPrivateKey(pem('dsaKey')).export({
    type: 'pkcs8',
    format: 'pem',
    cipher: 'aes-256-cbc',
    passphrase: 'sample',
  });

describe('a key of a kind that signs no handshake', () => {
  it.each<[string, string | Uint8Array]>([
    ['DER', dsa],
    ['PEM', pem('dsaKey')],
    ['base64', dsa.toString('base64')],
    ['JSON', JSON.stringify({ key: pem('dsaKey') })],
    ['protected PKCS#8', protectedDsa().toString()],
    ['PKCS#12', aBarePkcs12(dsa)],
    ['PEM, protected in the old way', anOldPem('PRIVATE KEY', dsa, 'sample')],
    ['PEM with the label of another kind', toPem('EC PRIVATE KEY', dsa)],
    ['the old form', toPem('DSA PRIVATE KEY', aListOfNumbers(6))],
    ['the old form, in DER', aListOfNumbers(6)],
    ['a form that could not be read', broken(dsa)],
  ])('is refused in %s', (_, key) => {
    expect(readWith(key)).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/The private key is of a kind that is not supported \(DSA\)\. Ask for /),
    });
  });

  it('is named, or described by its number', () => {
    const ed25519 = derOf(pem('ed25519Key'));
    const renamed = (last: number) => Buffer.from(ed25519.map((byte, at) => (at === 11 ? last : byte)));
    expect(ed25519[11]).toBe(112);
    expect(readWith(renamed(110))).toMatchObject({ reason: expect.stringContaining('not supported (X25519).') });
    expect(readWith(renamed(100))).toMatchObject({ reason: expect.stringContaining('not supported (1.3.101.100).') });
  });
});

describe('a key that would keep the machine busy', () => {
  it.each<[string, string | Uint8Array]>([
    [
      'DER',
      anOddKey({ n: aNumber(4_000), d: aNumber(4_000), p: aNumber(4_000), q: aNumber(4_000), qi: aNumber(4_000) }),
    ],
    ['PEM', toPem('PRIVATE KEY', anOddKey({ qi: aNumber(20_000) }))],
    ['PKCS#12', aBarePkcs12(anOddKey({ qi: aNumber(20_000) }))],
    ['PEM, protected in the old way', anOldPem('RSA PRIVATE KEY', anOddKey({ qi: aNumber(20_000) }), 'sample')],
  ])('is refused for its size in %s', (_, key) => {
    expect(readWith(key)).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/The private key is larger than 16 KiB, and no real one is\. Ask for /),
    });
  });

  it.each(['d', 'p', 'q', 'dp', 'dq', 'qi', 'e'])('is refused for a %s longer than its modulus', (name) => {
    const numbers = { [name]: aNumber(300) };
    const refusal = { ok: false, reason: expect.stringMatching(/The private key is damaged and cannot be read\./) };
    expect(readWith(anOddKey(numbers))).toMatchObject(refusal);
    expect(readWith(anOddOldKey(numbers))).toMatchObject(refusal);
  });
});

describe('a key protected in the old way of PEM', () => {
  it.each(['aes-128-cbc', 'aes-256-cbc', 'des-ede3-cbc', 'camellia-192-cbc'])('is opened with %s', (cipher) => {
    const key = createPrivateKey(aKey()).export({ type: 'pkcs1', format: 'pem', cipher, passphrase: 'sample' });
    expect(readWith(key)).toMatchObject({ ok: true });
    expect(readWith(key.toString().replaceAll('\n', '\r\n'))).toMatchObject({ ok: true });
  });

  it.each([
    ['AES-128-CBC', 'DES-CBC'],
    ['AES-128-CBC', 'AES-128-GCM'],
    ['AES-128-CBC', 'ROT13'],
    ['AES-128-CBC,07', 'AES-128-CBC,'],
    ['DEK-Info', 'X-Info'],
  ])('is refused when %s is %s', (known, other) => {
    const key = anOldPem('RSA PRIVATE KEY', derOf(aKey()), 'sample').replace(known, other);
    expect(readWith(key)).toMatchObject({
      ok: false,
      reason: expect.stringContaining('not supported. Export it again'),
    });
  });
});
