import { createPrivateKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  aBarePkcs12,
  aCertificate,
  aChain,
  aKey,
  aPkcs12,
  aProtectedKey,
  derOf,
  renderRefusal,
} from './certificate-factory';
import { pemSamples, pkcs12Samples } from './certificate-samples';
import { readClientCertificate } from './certificate-upload';

const now = new Date('2027-01-15T12:00:00Z');
const client = aCertificate();
const key = aKey();
const { authority, issued } = aChain();

type Content = string | Uint8Array;
const read = (contents: Content[], passPhrase?: string) =>
  renderRefusal(
    readClientCertificate(
      contents.map((content, n) => ({
        name: `file-${n}`,
        bytes: typeof content === 'string' ? new TextEncoder().encode(content) : content,
      })),
      passPhrase,
      now,
    ),
  );
const sample = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'));
const pem = (name: keyof typeof pemSamples) => Buffer.from(pemSamples[name], 'base64').toString();
const json = (value: unknown) => JSON.stringify(value);
const utf16 = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));

describe('readClientCertificate takes', () => {
  it.each<[string, Content[]]>([
    ['a PEM bundle', [client + key]],
    ['the key first, with remarks', [`Bag Attributes\n${key}\n0 friendlyName: x\n${client}`]],
    ['certificate and key as two files', [client, key]],
    ['two files the other way round', [key, client]],
    ['DER, certificate and key', [derOf(client), derOf(key)]],
    ['DER and PEM mixed', [derOf(client), key]],
    ['DER with a line end after it', [Buffer.concat([derOf(client), Buffer.from('\r\n')]), key]],
    ['base64 of DER without its begin and end', [derOf(client).toString('base64'), key]],
    ['UTF-16, as Windows saves texts', [utf16(client + key)]],
    ['line ends of Windows', [(client + key).replaceAll('\n', '\r\n')]],
    ['the old form of an RSA key', [client, oldForm(key)]],
    ['JSON', [json({ certificate: client, private_key: key, ca: [authority] })]],
    ['JSON with other names', [json({ client_certificate: client, key, chain: authority, name: 'x', version: 2 })]],
    ['JSON one level down', [json({ credentials: { cert: client, key } })]],
    ['JSON with base64 of DER', [json({ cert: derOf(client).toString('base64'), key: derOf(key).toString('base64') })]],
    ['the same key and certificate twice', [client + key, key, client]],
  ])('%s', (_, contents) => {
    expect(read(contents)).toMatchObject({
      ok: true,
      bundle: { subject: 'CN=Sample client', key_kind: 'RSA 2048' },
    });
  });

  it.each<[string, string, string | undefined, string]>([
    ['RC2-40 and Triple DES', pkcs12Samples.legacyRsa, 'sample', 'RSA 2048'],
    ['RC2-128 and two-key Triple DES', pkcs12Samples.legacyRc2, 'sample', 'EC P-256'],
    ['AES-256, RSA', pkcs12Samples.modernRsa, 'sample', 'RSA 2048'],
    ['AES-256, EC, a pass phrase in every script', pkcs12Samples.modernEc, 'Schlüssel 🔑', 'EC P-256'],
    ['AES-256, RSA for PSS alone', pkcs12Samples.pss, 'sample', 'RSA-PSS 2048'],
    ['AES-192 with a SHA-512 checksum', pkcs12Samples.otherHash, 'sample', 'EC P-256'],
    ['an empty pass phrase', pkcs12Samples.emptyPassPhrase, undefined, 'EC P-256'],
    ['an empty pass phrase, sent as such', pkcs12Samples.emptyPassPhrase, '', 'EC P-256'],
    ['nothing encrypted', pkcs12Samples.bare, undefined, 'EC P-256'],
    ['no checksum', pkcs12Samples.noChecksum, 'sample', 'EC P-256'],
  ])('PKCS#12 with %s', (_, base64, passPhrase, key_kind) => {
    expect(read([sample(base64)], passPhrase)).toMatchObject({ ok: true, bundle: { key_kind } });
    expect(read([base64], passPhrase)).toMatchObject({ ok: true, bundle: { key_kind } });
    const wrapped = json({ pfx: base64, password: passPhrase });
    expect(read([wrapped])).toMatchObject({ ok: true, bundle: { key_kind } });
  });

  it('PKCS#12 of another program', () => {
    expect(read([aPkcs12({ passPhrase: 'other' })], 'other')).toMatchObject({ ok: true });
  });

  it.each<[string, string]>([
    ['PBES2 with AES-256', protectedKey('pkcs8', 'aes-256-cbc')],
    ['the old way of PEM', protectedKey('pkcs1', 'aes-128-cbc')],
  ])('a key protected by %s', (_, protectedPem) => {
    expect(read([client + protectedPem], 'pass')).toMatchObject({ ok: true });
    expect(read([client + protectedPem], 'past')).toEqual({
      ok: false,
      reason: expect.stringMatching(/^The pass phrase does not open the file\./),
      needs_pass_phrase: true,
    });
    expect(read([client + protectedPem])).toEqual({
      ok: false,
      reason: 'The file is protected. Enter the pass phrase that was given with it.',
      needs_pass_phrase: true,
    });
  });

  it.each(['scryptKey', 'tripleDesKey'] as const)('a key protected by %s', (name) => {
    expect(read([pem(name), pem('ec')], 'sample')).toMatchObject({ ok: true });
    expect(read([pem(name), pem('ec')], 'other')).toMatchObject({ ok: false, needs_pass_phrase: true });
  });

  it('Ed25519', () => {
    expect(read([pem('ed25519'), pem('ed25519Key')])).toMatchObject({ ok: true, bundle: { key_kind: 'Ed25519' } });
  });
});

describe('a readable certificate', () => {
  it('is the client certificate, its key in clear and the chain, once each', () => {
    const result = read([authority + issued, protectedKey('pkcs8', 'aes-256-cbc'), authority], 'pass');
    if (!result.ok) throw new Error(result.reason);
    const { bundle } = result;
    expect(bundle.pem.match(/-----BEGIN [A-Z ]+-----/g)).toEqual([
      '-----BEGIN CERTIFICATE-----',
      '-----BEGIN PRIVATE KEY-----',
      '-----BEGIN CERTIFICATE-----',
    ]);
    expect([bundle.tls.cert, bundle.tls.ca]).toEqual([issued, [authority]]);
    expect(createPrivateKey(bundle.tls.key).export({ type: 'pkcs8', format: 'pem' })).toBe(key);
    expect(bundle).toMatchObject({
      subject: 'CN=Sample client',
      issuer: 'CN=Sample authority',
      fingerprint_sha256: expect.stringMatching(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/),
      not_before: '2027-01-01T00:00:00.000Z',
      not_after: '2028-01-01T00:00:00.000Z',
    });
    expect(readClientCertificate([{ name: 'again', bytes: Buffer.from(bundle.pem) }], undefined, now)).toEqual(result);
  });

  it('is the one that lasts longest when a key has two certificates', () => {
    const longer = aCertificate({ to: '2030-01-01' });
    expect(read([client + longer + key])).toMatchObject({
      ok: true,
      bundle: { not_after: '2030-01-01T00:00:00.000Z' },
    });
  });

  it('loses its encryption', () => {
    const result = read([sample(pkcs12Samples.modernRsa)], 'sample');
    expect(result.ok && result.bundle.pem).not.toMatch(/ENCRYPTED|sample/);
  });
});

describe('readClientCertificate refuses', () => {
  const truncated = /^The file breaks off before its end\./;
  const unreadable = /^The file cannot be read as a certificate or key\./;
  it.each<[string, Content[], RegExp]>([
    ['an empty file', [''], /^The file is empty\./],
    ['something else', ['%PDF-1.7 \0\xff'], unreadable],
    ['a list of something else', [Buffer.from('3003020101', 'hex')], unreadable],
    ['what is too large', [`${client}${key}${'#'.repeat(800_000)}`], /^The upload is larger than 768 KiB\./],
    ['a key alone', [key], /^There is no certificate in what was uploaded\./],
    [
      'a request for a certificate',
      [key + client.replaceAll('CERTIFICATE', 'CERTIFICATE REQUEST')],
      /^There is no cert/,
    ],
    ['JSON without any', [json({ certificate: 'yes' })], /^There is no certificate/],
    ['a certificate alone', [client], /^There is no private key in what was uploaded\./],
    ['two keys', [client + key + pem('ecKey')], /^There is more than one private key/],
    ['the key of another', [client, pem('ecKey')], /^The private key does not belong to the certificate\./],
    ['half a PEM block', [client + key.slice(0, 500)], truncated],
    ['half a DER file', [derOf(client).subarray(0, 400), key], /^file-0: The file breaks off before its end\./],
    ['half a PKCS#12 file', [sample(pkcs12Samples.bare).subarray(0, 400)], truncated],
    ['half a JSON file', [json({ certificate: client, private_key: key }).slice(0, 900)], truncated],
    ['a damaged certificate', [damaged(client) + key], /^A certificate in the file is damaged/],
    ['a damaged key', [client + damaged(key)], /^The private key is damaged/],
    ['an outdated encryption', [pem('desKey') + pem('ec')], /^The file is protected in a way that is not supported\./],
    ['20 million rounds of a checksum', [aPkcs12({ rounds: 20_000_000 })], /take too long: .* 20,000,000 rounds/],
    ['20 million rounds of PBKDF2', [client + aProtectedKey(20_000_000)], /take too long: .* 20,000,000 rounds/],
    ['20 million rounds inside a PKCS#12 file', [protectedBag(20_000_000)], /take too long: .* 20,000,000 rounds/],
    ['a number of rounds without end', [aPkcs12({ rounds: 2 ** 53 })], /more than a trillion rounds/],
    ['a certificate that has expired', [aCertificate({ to: '2027-01-14' }) + key], /expired on 2027-01-14\./],
    ['one that is not valid yet', [aCertificate({ from: '2027-01-16' }) + key], /is not valid before 2027-01-16\./],
    ['RSA 1024', [aCertificate({ bits: 1_024 }) + aKey(1_024)], /^The key is too weak \(RSA 1024\)\./],
    ['a small curve', [pem('smallEc') + pem('smallEcKey')], /^The key is too weak \(EC secp224r1\)\./],
    ['DSA', [pem('dsa') + pem('dsaKey')], /^The private key is of a kind that is not supported \(DSA\)\./],
    ['a SHA-1 signature', [aCertificate({ hash: 'sha1' }) + key], /signed with MD5 or SHA-1/],
    ['an MD5 signature', [aCertificate({ hash: 'md5' }) + key], /signed with MD5 or SHA-1/],
    ['an authority', [pem('authority') + pem('authorityKey')], /^This is the certificate of an authority \(CA\)/],
    ["a server's certificate", [aCertificate({ purpose: 'serverAuth' }) + key], /is not made for clients/],
  ])('%s', (_, contents, reason) => {
    expect(read(contents, 'sample')).toMatchObject({ ok: false, reason: expect.stringMatching(reason) });
  });

  it.each<[string, string | undefined, RegExp]>([
    [pkcs12Samples.modernRsa, 'Sample', /^The pass phrase does not open the file\./],
    [pkcs12Samples.legacyRsa, 'sample ', /^The pass phrase does not open the file\./],
    [pkcs12Samples.noChecksum, 'other', /^The pass phrase does not open the file\./],
    [pkcs12Samples.modernRsa, undefined, /^The file is protected\./],
    [pkcs12Samples.noChecksum, '', /^The file is protected\./],
  ])('PKCS#12 without the right pass phrase', (base64, passPhrase, reason) => {
    expect(read([sample(base64)], passPhrase)).toEqual({
      ok: false,
      reason: expect.stringMatching(reason),
      needs_pass_phrase: true,
    });
  });
});

const damaged = (block: string) => block.replace(/(-----BEGIN [A-Z ]+-----\s+)\S{40}/, `$1${'A'.repeat(40)}`);

const oldForm = (keyPem: string) => createPrivateKey(keyPem).export({ type: 'pkcs1', format: 'pem' }).toString();

const protectedBag = (rounds: number) => aBarePkcs12(derOf(aProtectedKey(rounds)), 'pkcs8ShroudedKeyBag');

function protectedKey(type: 'pkcs8' | 'pkcs1', cipher: string): string {
  return createPrivateKey(key).export({ type, format: 'pem', cipher, passphrase: 'pass' }).toString();
}
