import { createHash, createPrivateKey, X509Certificate } from 'node:crypto';
import { renderSentence } from '@key2xs/texts/render-sentence';
import forge from 'node-forge';
import { describe, expect, it } from 'vitest';
import { readApplicationCertificate } from './application-certificate';
import { aBarePkcs12, aCertificate, aKey, aPkcs12, derOf } from './certificate-factory';
import { pemSamples, pkcs12Samples } from './certificate-samples';

const now = new Date('2027-01-15T12:00:00Z');
const sample = (name: keyof typeof pkcs12Samples) => Buffer.from(pkcs12Samples[name], 'base64');

const read = (bytes: Uint8Array, passPhrase = 'sample', at = now) => {
  const result = readApplicationCertificate(bytes, passPhrase, at);
  return result.ok ? result : { ...result, reason: renderSentence(result.reason) };
};

/** A file with any certificates and keys. */
function aFile(certificates: string[], key: string | null): Uint8Array {
  const file = forge.pkcs12.toPkcs12Asn1(
    key === null ? null : forge.pki.privateKeyFromPem(key),
    certificates.map((pem) => forge.pki.certificateFromPem(pem)),
    'sample',
    { algorithm: 'aes256', count: 100 },
  );
  return Buffer.from(forge.asn1.toDer(file).getBytes(), 'latin1');
}

/** Self-signed and an authority, like certificates made by hand. */
function ofItself(): string {
  const key = forge.pki.privateKeyFromPem(aKey());
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.setRsaPublicKey(key.n, key.e);
  certificate.serialNumber = '2a';
  certificate.validity.notBefore = new Date('2027-01-01');
  certificate.validity.notAfter = new Date('2028-01-01');
  certificate.setSubject([{ name: 'commonName', value: 'Sample application' }]);
  certificate.setIssuer([{ name: 'commonName', value: 'Sample application' }]);
  certificate.setExtensions([{ name: 'basicConstraints', cA: true, critical: true }]);
  certificate.sign(key, forge.md.sha256.create());
  return forge.pki.certificateToPem(certificate);
}

describe('readApplicationCertificate', () => {
  it('reads a certificate that is its own authority', () => {
    const pem = ofItself();
    const result = read(aFile([pem], aKey()));
    if (!result.ok) throw new Error(result.reason);
    const { certificate } = result;
    const { raw } = new X509Certificate(pem);
    const hex = (name: string) => createHash(name).update(raw).digest('hex').toUpperCase();
    expect(certificate).toMatchObject({
      subject: 'CN=Sample application',
      serial_number: '2A',
      key_kind: 'RSA 2048',
      not_before: '2027-01-01T00:00:00.000Z',
      not_after: '2028-01-01T00:00:00.000Z',
      was_weakly_protected: false,
    });
    expect(certificate.fingerprint_sha1.replaceAll(':', '')).toBe(hex('sha1'));
    expect(certificate.fingerprint_sha256.replaceAll(':', '')).toBe(hex('sha256'));
    expect(createPrivateKey(certificate.private_key_pem).equals(createPrivateKey(aKey()))).toBe(true);
    expect(new X509Certificate(certificate.certificate_pem).raw).toEqual(raw);
  });

  it('takes a chain, and one for other purposes', () => {
    const authority = aCertificate({ name: 'Sample authority', bits: 1_024 });
    const server = aCertificate({ issuer: 'Sample authority', purpose: 'serverAuth', hash: 'sha1' });
    expect(read(aFile([authority, server], aKey()))).toMatchObject({
      ok: true,
      certificate: { subject: 'CN=Sample client' },
    });
  });

  it.each([
    ['legacyRsa', true],
    ['modernRsa', false],
  ] as const)('says whether the file protects it: %s', (name, was_weakly_protected) => {
    expect(read(sample(name))).toMatchObject({ ok: true, certificate: { was_weakly_protected } });
  });

  const strangeKey = Buffer.from(pemSamples.ecKey, 'base64').toString();
  it.each<[string, Uint8Array, RegExp]>([
    ['an empty file', Buffer.alloc(0), /^The file is empty/],
    ['a PEM file of that name', Buffer.from(aCertificate() + aKey()), /not a \.pfx or \.p12 file/],
    ['a certificate alone, DER', derOf(aCertificate()), /not a \.pfx or \.p12 file/],
    ['a key alone, DER', derOf(strangeKey), /not a \.pfx or \.p12 file/],
    ['something else', Buffer.from('%PDF-1.7'), /not a \.pfx or \.p12 file/],
    ['half a file', sample('modernRsa').subarray(0, 900), /breaks off before its end/],
    ['a file that is too large', Buffer.concat([aPkcs12(), Buffer.alloc(20_480)]), /larger than 20 KiB/],
    ['no private key', aFile([aCertificate()], null), /no private key/],
    ['no certificate', aBarePkcs12(derOf(aKey())), /no certificate/],
    ['the key of another', aFile([aCertificate({ bits: 1_024 })], aKey()), /does not belong to the certificate/],
    ['EC', sample('bare'), /RSA key only, and this one is EC P-256/],
    ['RSA for PSS alone', sample('pss'), /RSA key only, and this one is RSA-PSS 2048/],
    ['RSA 1024', aFile([aCertificate({ bits: 1_024 })], aKey(1_024)), /The key is RSA 1024/],
    ['one that has expired', aFile([aCertificate({ to: '2027-01-14' })], aKey()), /expired on 2027-01-14/],
    ['one that is not valid yet', aFile([aCertificate({ from: '2027-01-16' })], aKey()), /not valid before 2027-01-16/],
    ['rounds without end', aPkcs12({ rounds: 20_000_000 }), /take too long/],
  ])('refuses %s', (_, bytes, reason) => {
    expect(read(bytes)).toMatchObject({ ok: false, reason: expect.stringMatching(reason) });
  });

  it('distinguishes a wrong password from a missing one', () => {
    const wrong = { ok: false, needs_pass_phrase: true, reason: expect.stringMatching(/does not open the file/) };
    expect(read(sample('modernRsa'), 'Sample')).toEqual(wrong);
    expect(read(sample('legacyRsa'), 'other')).toEqual(wrong);
    expect(read(sample('modernRsa'), '')).toEqual({ ...wrong, reason: expect.stringMatching(/is protected\. Enter/) });
  });
});
