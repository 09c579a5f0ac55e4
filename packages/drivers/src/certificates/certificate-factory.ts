import { createCipheriv, createPrivateKey, generateKeyPairSync, hash, type JsonWebKey } from 'node:crypto';
import { renderSentence } from '@key2xs/texts/render-sentence';
import forge from 'node-forge';
import type { ReadResult } from './certificate-upload';

/** Renders the reason of a refusal. */
export const renderRefusal = (read: ReadResult) => (read.ok ? read : { ...read, reason: renderSentence(read.reason) });

/** Certificates and files for tests, generated in each run. */
const keys = new Map<number, string>();

/** PEM, PKCS#8. One key per size. */
export function aKey(bits = 2_048): string {
  const known = keys.get(bits);
  if (known) return known;
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: bits });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  keys.set(bits, pem);
  return pem;
}

type Order = {
  name?: string;
  issuer?: string;
  bits?: number;
  from?: string;
  to?: string;
  hash?: 'md5' | 'sha1' | 'sha256';
  purpose?: 'clientAuth' | 'serverAuth';
};

/** PEM, for `aKey` and self-signed. */
export function aCertificate({
  name = 'Sample client',
  issuer = name,
  bits = 2_048,
  from = '2027-01-01',
  to = '2028-01-01',
  hash = 'sha256',
  purpose = 'clientAuth',
}: Order = {}): string {
  const privateKey = forge.pki.privateKeyFromPem(aKey(bits));
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.setRsaPublicKey(privateKey.n, privateKey.e);
  certificate.serialNumber = '01';
  certificate.validity.notBefore = new Date(from);
  certificate.validity.notAfter = new Date(to);
  certificate.setSubject([{ name: 'commonName', value: name }]);
  certificate.setIssuer([{ name: 'commonName', value: issuer }]);
  certificate.setExtensions([{ name: 'extKeyUsage', [purpose]: true }]);
  certificate.sign(privateKey, forge.md[hash].create());
  return toLineFeeds(forge.pki.certificateToPem(certificate));
}

/** The authority has another key, so that only one of the two belongs to `aKey`. */
export function aChain(): { authority: string; issued: string } {
  const authority = aCertificate({ name: 'Sample authority', bits: 1_024 });
  return { authority, issued: aCertificate({ issuer: 'Sample authority' }) };
}

const toLineFeeds = (pem: string) => pem.replaceAll('\r\n', '\n');

/** DER, PKCS#8: `aKey` with other numbers, base64url. Its certificate is that of `aKey` as long as `n` and `e` stay. */
export function anOddKey(numbers: JsonWebKey): Buffer {
  const algorithm = sequence(
    primitive(Type.OID, asn1.oidToDer('1.2.840.113549.1.1.1').getBytes()),
    primitive(Type.NULL, ''),
  );
  return toDer(
    sequence(integer('AA'), algorithm, primitive(Type.OCTETSTRING, anOddOldKey(numbers).toString('latin1'))),
  );
}

/** The same in DER, PKCS#1. Encoded here, because OpenSSL rejects numbers of this size. */
export function anOddOldKey(numbers: JsonWebKey): Buffer {
  const key = { ...createPrivateKey(aKey()).export({ format: 'jwk' }), ...numbers };
  return toDer(sequence(integer('AA'), ...rsaNumbers.map((name) => integer(key[name] ?? ''))));
}

const { asn1 } = forge;
const { Class, Type } = asn1;
const rsaNumbers = ['n', 'e', 'd', 'p', 'q', 'dp', 'dq', 'qi'] as const;
const primitive = (type: forge.asn1.Type, value: string) => asn1.create(Class.UNIVERSAL, type, false, value);
const sequence = (...parts: forge.asn1.Asn1[]) => asn1.create(Class.UNIVERSAL, Type.SEQUENCE, true, parts);
/** Of base64url; positive. */
const integer = (value: string) => primitive(Type.INTEGER, `\0${Buffer.from(value, 'base64url').toString('latin1')}`);
const toDer = (part: forge.asn1.Asn1) => Buffer.from(asn1.toDer(part).getBytes(), 'latin1');

/** Base64url of a number with that many bytes. */
export const aNumber = (bytes: number): string => Buffer.alloc(bytes, 0xff).toString('base64url');

/** DER: that many numbers, of which a DSA key in its old form has six. */
export const aListOfNumbers = (length: number): Buffer =>
  Buffer.from([0x30, 3 * length, ...Array.from({ length }, (_, n) => [0x02, 1, n]).flat()]);

export const toPem = (label: string, der: Buffer, head = ''): string =>
  `-----BEGIN ${label}-----\n${head}${der.toString('base64')}\n-----END ${label}-----\n`;

/** PEM with the traditional encryption of RFC 1421. */
export function anOldPem(label: string, der: Buffer, passPhrase: string): string {
  const iv = Buffer.alloc(16, 7);
  const key = hash('md5', Buffer.concat([Buffer.from(passPhrase), iv.subarray(0, 8)]), 'buffer');
  const cipher = createCipheriv('aes-128-cbc', key, iv);
  const head = `Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,${iv.toString('hex').toUpperCase()}\n\n`;
  return toPem(label, Buffer.concat([cipher.update(der), cipher.final()]), head);
}

/** A PKCS#12 file with only that key, in clear text or as encrypted PKCS#8. */
export function aBarePkcs12(key: Buffer, bag: 'keyBag' | 'pkcs8ShroudedKeyBag' = 'keyBag'): Uint8Array {
  const { asn1, pki } = forge;
  const list = (...members: forge.asn1.Asn1[]) => asn1.create(asn1.Class.UNIVERSAL, asn1.Type.SEQUENCE, true, members);
  const named = (oid: string, content: forge.asn1.Asn1) =>
    list(
      asn1.create(asn1.Class.UNIVERSAL, asn1.Type.OID, false, asn1.oidToDer(oid).getBytes()),
      asn1.create(asn1.Class.CONTEXT_SPECIFIC, 0, true, [content]),
    );
  const data = (content: forge.asn1.Asn1) =>
    named(
      pki.oids.data ?? '',
      asn1.create(asn1.Class.UNIVERSAL, asn1.Type.OCTETSTRING, false, asn1.toDer(content).getBytes()),
    );
  const bags = list(named(pki.oids[bag] ?? '', asn1.fromDer(key.toString('latin1'))));
  const version = asn1.create(asn1.Class.UNIVERSAL, asn1.Type.INTEGER, false, asn1.integerToDer(3).getBytes());
  const file = list(version, data(list(data(bags))));
  return new Uint8Array(Buffer.from(asn1.toDer(file).getBytes(), 'latin1'));
}

export const derOf = (pem: string): Buffer => Buffer.from(pem.split('-----')[2] ?? '', 'base64');

/** A PKCS#12 file that may claim any number of rounds, to be refused before any derivation. */
export function aPkcs12({ passPhrase = 'sample', rounds }: { passPhrase?: string; rounds?: number } = {}): Uint8Array {
  const key = forge.pki.privateKeyFromPem(aKey());
  const certificate = forge.pki.certificateFromPem(aCertificate());
  const file = forge.pkcs12.toPkcs12Asn1(key, certificate, passPhrase, { algorithm: 'aes256', count: 2_000 });
  if (rounds) claim(file, [2, 2], rounds);
  return new Uint8Array(Buffer.from(forge.asn1.toDer(file).getBytes(), 'latin1'));
}

/** The same for a key, in PEM with PBES2. */
export function aProtectedKey(rounds: number): string {
  const info = forge.pki.wrapRsaPrivateKey(forge.pki.privateKeyToAsn1(forge.pki.privateKeyFromPem(aKey())));
  const file = forge.pki.encryptPrivateKeyInfo(info, 'sample', { algorithm: 'aes256' });
  claim(file, [0, 1, 0, 1, 1], rounds);
  return toLineFeeds(forge.pki.encryptedPrivateKeyToPem(file));
}

function claim(file: forge.asn1.Asn1, path: number[], rounds: number): void {
  const count = path.reduce((element, at) => {
    const child = Array.isArray(element.value) ? element.value[at] : undefined;
    if (!child) throw new Error('not the expected form');
    return child;
  }, file);
  const digits = rounds.toString(16);
  count.value = Buffer.from(digits.padStart(digits.length + 2 - (digits.length % 2), '0'), 'hex').toString('latin1');
}
