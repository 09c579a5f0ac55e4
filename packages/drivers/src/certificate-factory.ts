import { generateKeyPairSync } from 'node:crypto';
import forge from 'node-forge';

/** Certificates and files for tests, made anew in each run. */
const keys = new Map<number, string>();

/** PEM, PKCS#8. One a size. */
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

/** PEM, of `aKey` and signed by it. */
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

/** The authority has a key of its own, so that only one of the two belongs to `aKey`. */
export function aChain(): { authority: string; issued: string } {
  const authority = aCertificate({ name: 'Sample authority', bits: 1_024 });
  return { authority, issued: aCertificate({ issuer: 'Sample authority' }) };
}

const toLineFeeds = (pem: string) => pem.replaceAll('\r\n', '\n');

export const derOf = (pem: string): Buffer => Buffer.from(pem.split('-----')[2] ?? '', 'base64');

/** A PKCS#12 file that may claim any number of rounds: whoever opens it has to refuse before deriving. */
export function aPkcs12({ passPhrase = 'sample', rounds }: { passPhrase?: string; rounds?: number } = {}): Uint8Array {
  const key = forge.pki.privateKeyFromPem(aKey());
  const certificate = forge.pki.certificateFromPem(aCertificate());
  const file = forge.pkcs12.toPkcs12Asn1(key, certificate, passPhrase, { algorithm: 'aes256', count: 2_000 });
  if (rounds) claim(file, [2, 2], rounds);
  return new Uint8Array(Buffer.from(forge.asn1.toDer(file).getBytes(), 'latin1'));
}

/** PEM, PBES2: the same for a key. */
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
  count.value = Buffer.from(rounds.toString(16).padStart(16, '0'), 'hex').toString('latin1');
}
