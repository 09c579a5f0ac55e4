import { pbkdf2Sync } from 'node:crypto';
import forge from 'node-forge';
import { bytesOf, childOf, type DerElement, formOf, oidOf } from './certificate-der';
import { limitRounds, numberOf } from './certificate-rounds';

/*
 * Patches node-forge for PKCS#12: its PBKDF2 is thirty times slower than Node's and limited to Latin letters, rounds are
 * unlimited, two outdated ciphers are missing, and RSA keys lose their restriction to PSS.
 */

type PassPhrase = string | null | undefined;
type Bytes = forge.util.ByteStringBuffer;
type Purpose = 1 | 2;
/** Internals of node-forge that its typings omit. */
type Insides = {
  generatePkcs12Key(...of: [PassPhrase, salt: Bytes, Purpose, rounds: number, bytes: number, hash?: unknown]): Bytes;
  getCipher(oid: string, parameters: DerElement, passPhrase: PassPhrase): unknown;
};
const { pbe } = forge.pki as unknown as { pbe: Insides };
const { generatePkcs12Key, getCipher } = pbe;

const limited: Insides['generatePkcs12Key'] = (...order) => {
  limitRounds(order[3]);
  return generatePkcs12Key(...order);
};

const withNode = (
  passPhrase: PassPhrase,
  ...[salt, rounds, bytes, hash]: [string, number, number, forge.md.MessageDigest]
) => {
  limitRounds(rounds);
  return pbkdf2Sync(passPhrase ?? '', Buffer.from(salt, 'latin1'), rounds, bytes, hash.algorithm).toString('latin1');
};

type Start = (key: string, firstBlock: string) => unknown;
const startRc2: Start = (key, firstBlock) => {
  const cipher = forge.rc2.createDecryptionCipher(key, 128);
  cipher.start(firstBlock);
  return cipher;
};
const startTwoKeyDes: Start = (key, firstBlock) => {
  const cipher = forge.cipher.createDecipher('3DES-CBC', key + key.slice(0, 8));
  cipher.start({ iv: firstBlock });
  return cipher;
};
/** Both use 16-byte keys. */
const missing: Record<string, Start> = {
  '1.2.840.113549.1.12.1.4': startTwoKeyDes,
  '1.2.840.113549.1.12.1.5': startRc2,
};

const withMissing: Insides['getCipher'] = (oid, parameters, passPhrase) => {
  const start = missing[oid];
  if (!start) return getCipher(oid, parameters, passPhrase);
  const rounds = numberOf(childOf(parameters, 1));
  const derive = (purpose: Purpose, bytes: number) => {
    const salt = forge.util.createBuffer(bytesOf(childOf(parameters, 0)).toString('latin1'));
    return limited(passPhrase, salt, purpose, rounds, bytes).getBytes();
  };
  return start(derive(1, 16), derive(2, 8));
};

/** Leaves a key that it cannot read as it is. */
const { privateKeyFromAsn1 } = forge.pki;
const withoutPss = (element: DerElement) => {
  const isPss = formOf(element).startsWith('number list') && oidOf(childOf(element, 1, 0)) === '1.2.840.113549.1.1.10';
  if (isPss) throw new Error('for PSS alone');
  return privateKeyFromAsn1(element);
};

Object.assign(pbe, { generatePkcs12Key: limited, getCipher: withMissing });
Object.assign(forge.pkcs12, { generateKey: limited });
Object.assign(forge.pkcs5, { pbkdf2: withNode });
Object.assign(forge.pki, { privateKeyFromAsn1: withoutPss });
