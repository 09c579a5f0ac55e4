import { createDecipheriv, type Decipher, getCipherInfo, hash } from 'node:crypto';
import { notOpenedBy, type PassPhrase } from './certificate-decryption';
import { refusals } from './certificate-refusal';

/** Of the body of a PEM block: its head says so. */
export const isProtected = (body: string): boolean => /^Proc-Type:.*ENCRYPTED/m.test(body);

/** What a PEM block holds, without the lines of its head. */
export const contentOf = (body: string): Buffer => {
  const lines = body.split('\n').filter((line) => !line.includes(':'));
  return Buffer.from(lines.join(''), 'base64');
};

/**
 * The old way to protect a key in PEM (RFC 1421): the head names the cipher and its first block, and one round of MD5 makes
 * the key from the pass phrase. Node knows it too, but reads at once what it has opened.
 * @throws CertificateRefusal
 */
export function openOldPem(body: string, passPhrase: PassPhrase): Buffer {
  if (!passPhrase.isGiven) throw refusals.missingPassPhrase();
  const decipher = decipherFor(body, passPhrase);
  try {
    return Buffer.concat([decipher.update(contentOf(body)), decipher.final()]);
  } catch {
    throw notOpenedBy(passPhrase);
  }
}

function decipherFor(body: string, { utf8 }: PassPhrase): Decipher {
  const [, name = '', hex = ''] = /^DEK-Info: *([A-Za-z0-9-]+),([0-9A-Fa-f]+)/m.exec(body) ?? [];
  const cipher = getCipherInfo(name.toLowerCase());
  if (cipher?.mode !== 'cbc') throw refusals.unknownProtection();
  const iv = Buffer.from(hex, 'hex');
  try {
    return createDecipheriv(name.toLowerCase(), derive(utf8, iv.subarray(0, 8), cipher.keyLength), iv);
  } catch {
    throw refusals.unknownProtection();
  }
}

function derive(passPhrase: Buffer, salt: Buffer, bytes: number): Buffer {
  let derived = Buffer.alloc(0);
  let block = derived;
  while (derived.length < bytes) {
    block = hash('md5', Buffer.concat([block, passPhrase, salt]), 'buffer');
    derived = Buffer.concat([derived, block]);
  }
  return derived.subarray(0, bytes);
}
