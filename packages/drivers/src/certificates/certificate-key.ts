import { createPrivateKey, type KeyObject, type PrivateKeyInput } from 'node:crypto';
import { bytesOf, childOf, childrenOf, type DerElement, formOf, oidOf, readDer } from './certificate-der';
import { CertificateRefusal, refusals } from './certificate-refusal';
import { checkRounds } from './certificate-rounds';

/** Key types that can sign a handshake, by Node's names. */
const usable: ReadonlySet<string | undefined> = new Set(['rsa', 'rsa-pss', 'ec', 'ed25519', 'ed448']);

/** By Node's names; others are shown by their OID. */
const kinds: Record<string, string> = {
  '1.2.840.113549.1.1.1': 'rsa',
  '1.2.840.113549.1.1.10': 'rsa-pss',
  '1.2.840.10045.2.1': 'ec',
  '1.3.101.112': 'ed25519',
  '1.3.101.113': 'ed448',
  '1.2.840.10040.4.1': 'dsa',
  '1.2.840.113549.1.3.1': 'dh',
  '1.2.840.10046.2.1': 'dh',
  '1.3.101.110': 'x25519',
  '1.3.101.111': 'x448',
};

/** The largest common keys, RSA 16384, have 9.3. */
const maxKibibytes = 16;

type Form = {
  type: 'pkcs8' | 'pkcs1' | 'sec1';
  /** Kinds of the first members. */
  begin: string;
  kindOf(element: DerElement): string;
};

/** A traditional DSA key begins like an RSA key, and has fewer members. */
const forms: readonly Form[] = [
  { type: 'pkcs8', begin: 'number list text', kindOf: (element) => nameOf(oidOf(childOf(element, 1, 0))) },
  { type: 'pkcs1', begin: 'number number', kindOf: (element) => (childrenOf(element).length === 6 ? 'dsa' : 'rsa') },
  { type: 'sec1', begin: 'number text', kindOf: () => 'ec' },
];

const nameOf = (oid: string): string => kinds[oid] ?? oid;

/**
 * Reads a clear-text private key in any form. Node computes with some keys while reading, with others at the first signature,
 * and cannot be interrupted: so unusual keys are refused, if possible before Node reads them.
 * @throws CertificateRefusal
 */
export function readPrivateKey(bytes: Buffer): KeyObject {
  checkSize(bytes);
  try {
    const { element, der } = readDer(bytes);
    const form = forms.find(({ begin }) => formOf(element).startsWith(begin));
    if (!form) throw new Error('not a private key');
    checkKind(form.kindOf(element));
    return checkNumbers(createPrivateKey({ key: der, format: 'der', type: form.type }));
  } catch (error) {
    throw error instanceof CertificateRefusal ? error : refusals.brokenKey();
  }
}

/** Decrypts a PKCS#8 key. @throws CertificateRefusal */
export function openPrivateKey(bytes: Buffer, passPhrase: string): KeyObject {
  try {
    checkRounds(childOf(readDer(bytes).element, 0));
  } catch (error) {
    throw error instanceof CertificateRefusal ? error : refusals.brokenKey();
  }
  return open(bytes, { key: bytes, format: 'der', type: 'pkcs8', passphrase: passPhrase });
}

/**
 * Decrypts a key with the traditional PEM encryption (RFC 1421), described by its header lines, with one round of MD5.
 * @param head the header lines
 * @throws CertificateRefusal
 */
export function openOldPem(label: string, { head, content }: { head: string; content: Buffer }, passPhrase: string) {
  const lines = content.toString('base64').match(/.{1,64}/g) ?? [];
  const key = `-----BEGIN ${label}-----\n${head}\n\n${lines.join('\n')}\n-----END ${label}-----\n`;
  return open(content, { key, passphrase: passPhrase });
}

/** With a wrong pass phrase, the padding may be valid by chance, but the result is no key. */
function open(bytes: Buffer, input: PrivateKeyInput & { passphrase: string }): KeyObject {
  checkSize(bytes);
  let key: KeyObject;
  try {
    key = createPrivateKey(input);
  } catch (error) {
    const isUnknown = /^ERR_OSSL_(EVP_UNSUPPORTED|PEM_)/.test((error as NodeJS.ErrnoException).code ?? ''); // of OpenSSL
    throw isUnknown ? refusals.unknownProtection() : refusals.notOpenedBy(input.passphrase);
  }
  checkKind(key.asymmetricKeyType ?? 'unknown');
  return checkNumbers(key);
}

function checkSize({ length }: Buffer): void {
  if (length > maxKibibytes * 1_024) throw refusals.hugeKey(maxKibibytes);
}

function checkKind(kind: string): void {
  if (!usable.has(kind)) throw refusals.foreignKey(kind.toUpperCase());
}

/** RSA numbers: none may be longer than the modulus. The time of a signature grows with the cube of the longest. */
function checkNumbers(key: KeyObject): KeyObject {
  if (!key.asymmetricKeyType?.startsWith('rsa')) return key;
  const { element } = readDer(key.export({ type: 'pkcs8', format: 'der' }));
  const numbers = childrenOf(readDer(bytesOf(childOf(element, 2))).element).map((number) => bytesOf(number).length);
  if (numbers.length !== 9 || Math.max(...numbers) > (numbers[1] ?? 0)) throw refusals.brokenKey();
  return key;
}
