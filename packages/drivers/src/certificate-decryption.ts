import { createDecipheriv, hash, pbkdf2Sync, scryptSync } from 'node:crypto';
import { createRequire } from 'node:module';
import { type DerElement, tags } from './certificate-der';
import { refusals } from './certificate-refusal';

/** A pass phrase in the two forms that key derivation takes. */
export type PassPhrase = { isGiven: boolean; utf8: Buffer; bmp: Buffer };

/** UTF-16, the high byte first, with a closing zero: what PKCS#12 has of its own. */
export function toPassPhrase(text: string | undefined): PassPhrase {
  const given = text ?? '';
  return { isGiven: given !== '', utf8: Buffer.from(given), bmp: Buffer.from(`${given}\0`, 'utf16le').swap16() };
}

/** More than any known program writes (Firefox: 600,000); opening takes about a second. */
const mostRounds = 1_000_000;
/** N × r × p of scrypt; OpenSSL writes 131,072. */
const mostScryptWork = 1_048_576;

function checkRounds(rounds: number): number {
  if (rounds > mostRounds) throw refusals.tooManyRounds(rounds);
  if (rounds < 1) throw new Error('no rounds');
  return rounds;
}

type Cipher = { keyBytes: number; decrypt: (key: Buffer, iv: Buffer, encrypted: Buffer) => Buffer };

const ofNode = (name: string, keyBytes: number): Cipher => ({
  keyBytes,
  decrypt: (key, iv, encrypted) => {
    const decipher = createDecipheriv(name, key, iv);
    return Buffer.concat([decipher.update(encrypted), decipher.final()]);
  },
});

/** OpenSSL 3 has given RC2 up; Windows and Java still have files with it. */
const rc2 = (keyBytes: number): Cipher => ({
  keyBytes,
  decrypt: (key, iv, encrypted) => {
    // Loaded only when it is needed: it takes longer than all the rest. `require` is untyped by Node.
    const forge = createRequire(import.meta.url)('node-forge') as typeof import('node-forge');
    const cipher = forge.rc2.createDecryptionCipher(key.toString('latin1'), keyBytes * 8);
    cipher.start(iv.toString('latin1'));
    cipher.update(forge.util.createBuffer(encrypted.toString('latin1')));
    if (!cipher.finish()) throw new Error('wrong padding');
    return Buffer.from(cipher.output.getBytes(), 'latin1');
  },
});

const tripleDes = ofNode('des-ede3-cbc', 24);
const twoKeyDes: Cipher = {
  keyBytes: 16,
  decrypt: (key, iv, encrypted) => tripleDes.decrypt(Buffer.concat([key, key.subarray(0, 8)]), iv, encrypted),
};

/** Of PKCS#12 (RFC 7292): key and first block are both derived. */
const ofPkcs12: Record<string, Cipher> = {
  '1.2.840.113549.1.12.1.3': tripleDes,
  '1.2.840.113549.1.12.1.4': twoKeyDes,
  '1.2.840.113549.1.12.1.5': rc2(16),
  '1.2.840.113549.1.12.1.6': rc2(5),
};

/** Of PBES2 (RFC 8018): the first block stands beside. */
const ofPbes2: Record<string, Cipher> = {
  '2.16.840.1.101.3.4.1.2': ofNode('aes-128-cbc', 16),
  '2.16.840.1.101.3.4.1.22': ofNode('aes-192-cbc', 24),
  '2.16.840.1.101.3.4.1.42': ofNode('aes-256-cbc', 32),
  '1.2.840.113549.3.7': tripleDes,
};

const hashesOfHmac: Record<string, string> = {
  '1.2.840.113549.2.7': 'sha1',
  '1.2.840.113549.2.9': 'sha256',
  '1.2.840.113549.2.10': 'sha384',
  '1.2.840.113549.2.11': 'sha512',
};

const pbes2 = '1.2.840.113549.1.5.13';
const pbkdf2 = '1.2.840.113549.1.5.12';
const scrypt = '1.3.6.1.4.1.11591.4.11';

/** @throws CertificateRefusal: the pass phrase is missing or wrong, or the protection costs too much or is not known */
export function decrypt(algorithm: DerElement, encrypted: Buffer, passPhrase: PassPhrase): Buffer {
  const { cipher, key, iv } = keyFor(algorithm, passPhrase);
  try {
    return cipher.decrypt(key, iv, encrypted);
  } catch {
    throw notOpenedBy(passPhrase);
  }
}

export const notOpenedBy = ({ isGiven }: PassPhrase) =>
  isGiven ? refusals.wrongPassPhrase() : refusals.missingPassPhrase();

function keyFor(algorithm: DerElement, { utf8, bmp }: PassPhrase): { cipher: Cipher; key: Buffer; iv: Buffer } {
  const oid = algorithm.child(0).oid();
  const parameters = algorithm.child(1, tags.sequence);
  if (oid === pbes2) {
    const scheme = parameters.child(1, tags.sequence);
    const cipher = known(ofPbes2, scheme.child(0).oid());
    const key = deriveForPbes2(parameters.child(0, tags.sequence), utf8, cipher.keyBytes);
    return { cipher, key, iv: scheme.child(1, tags.octets).content };
  }
  const cipher = known(ofPkcs12, oid);
  const salt = parameters.child(0, tags.octets).content;
  const rounds = parameters.child(1).count();
  const derive = (purpose: Purpose, bytes: number) =>
    derivePkcs12Key({ purpose, passPhrase: bmp, salt, rounds, bytes, algorithm: 'sha1' });
  return { cipher, key: derive('key', cipher.keyBytes), iv: derive('iv', 8) };
}

function deriveForPbes2(derivation: DerElement, passPhrase: Buffer, bytes: number): Buffer {
  const oid = derivation.child(0).oid();
  const parameters = derivation.child(1, tags.sequence);
  const salt = parameters.child(0, tags.octets).content;
  if (oid === pbkdf2) {
    const prf = parameters.children.find(({ tag }) => tag === tags.sequence);
    const digest = known(hashesOfHmac, prf?.child(0).oid() ?? '1.2.840.113549.2.7');
    return pbkdf2Sync(passPhrase, salt, checkRounds(parameters.child(1).count()), bytes, digest);
  }
  if (oid !== scrypt) throw refusals.unknownProtection();
  const [N = 0, r = 0, p = 0] = [1, 2, 3].map((index) => parameters.child(index).count());
  if (N * r * p > mostScryptWork) throw refusals.tooManyRounds(N * r * p);
  return scryptSync(passPhrase, salt, bytes, { N, r, p, maxmem: 256 * mostScryptWork });
}

export function known<T>(table: Record<string, T>, oid: string): T {
  const found = Object.hasOwn(table, oid) ? table[oid] : undefined;
  if (found === undefined) throw refusals.unknownProtection();
  return found;
}

type Purpose = 'key' | 'iv' | 'mac';
const purposes: Record<Purpose, number> = { key: 1, iv: 2, mac: 3 };

type Derivation = {
  purpose: Purpose;
  /** As `bmp` of a pass phrase. */
  passPhrase: Buffer;
  salt: Buffer;
  rounds: number;
  bytes: number;
  algorithm: 'sha1' | 'sha256' | 'sha384' | 'sha512';
};

/** The key derivation of PKCS#12 itself (RFC 7292, appendix B). @throws CertificateRefusal when it would take too long */
export function derivePkcs12Key({ purpose, passPhrase, salt, rounds, bytes, algorithm }: Derivation): Buffer {
  checkRounds(rounds);
  const blockBytes = algorithm === 'sha1' || algorithm === 'sha256' ? 64 : 128;
  const filled = (text: Buffer) => Buffer.alloc(Math.ceil(text.length / blockBytes) * blockBytes, text);
  const input = Buffer.concat([filled(salt), filled(passPhrase)]);
  const diversifier = Buffer.alloc(blockBytes, purposes[purpose]);
  let derived = Buffer.alloc(0);
  while (derived.length < bytes) {
    let block = hash(algorithm, Buffer.concat([diversifier, input]), 'buffer');
    for (let round = 1; round < rounds; round++) block = hash(algorithm, block, 'buffer');
    derived = Buffer.concat([derived, block]);
    const addend = Buffer.alloc(blockBytes, block);
    for (let at = 0; at < input.length; at += blockBytes) addWithOne(input.subarray(at, at + blockBytes), addend);
  }
  return derived.subarray(0, bytes);
}

/** In place, as numbers of the same length; what carries out of the first byte is dropped. */
function addWithOne(number: Buffer, addend: Buffer): void {
  let carry = 1;
  for (let at = number.length; at-- > 0; ) {
    carry += (number[at] ?? 0) + (addend[at] ?? 0);
    number[at] = carry & 0xff;
    carry >>= 8;
  }
}
