import type { KeyObject, X509Certificate } from 'node:crypto';
import { type Sentence, say } from '@key2xs/texts';
import { describeCertificate } from './certificate-bundle';
import { CutOff, formOf, readDer } from './certificate-der';
import { readCertificateFile } from './certificate-files';
import { pair } from './certificate-pair';
import { CertificateRefusal, refusals } from './certificate-refusal';
import { findOutOfTime, keyKindOf } from './certificate-requirements';

/** A certificate with which an application signs in. It needs no trust, so it may be self-signed. */
export type ApplicationCertificate = ReturnType<typeof describeCertificate> & {
  certificate_pem: string;
  /** PKCS#8 in clear text; sealed before it is stored. */
  private_key_pem: string;
  serial_number: string;
  /** Upper-case hex in pairs with colons, as in the portal of Entra ID. */
  fingerprint_sha1: string;
  /** For display, e.g. 'RSA 2048'. */
  key_kind: string;
  /** The file was encrypted with Triple DES or RC2, which are weak: it must not get into other hands. */
  was_weakly_protected: boolean;
};

export type ReadApplicationCertificate =
  | { ok: true; certificate: ApplicationCertificate }
  | { ok: false; reason: Sentence; needs_pass_phrase?: true };

const maxKibibytes = 20;
const rsaBits = { least: 2_048, most: 8_192 };

/**
 * Reads a .pfx or .p12 file with a certificate and its private key. Never throws. May take seconds on a hostile file, so it
 * belongs in a thread that can be terminated.
 */
export function readApplicationCertificate(
  bytes: Uint8Array,
  passPhrase: string,
  now: Date,
): ReadApplicationCertificate {
  try {
    return { ok: true, certificate: read(Buffer.from(bytes), passPhrase, now) };
  } catch (error) {
    const refusal = error instanceof CertificateRefusal ? error : refusals.unreadable();
    return { ok: false, reason: refusal.reason, ...(refusal.needsPassPhrase && { needs_pass_phrase: true }) };
  }
}

function read(bytes: Buffer, passPhrase: string, now: Date): ApplicationCertificate {
  if (bytes.length > maxKibibytes * 1_024) throw refusals.tooLarge(maxKibibytes);
  if (bytes.length > 0 && !isPkcs12(bytes)) throw refusals.notPkcs12();
  const { client, key } = pair(readCertificateFile(bytes, passPhrase));
  const fault = findOutOfTime(client, now) ?? findOtherKey(key);
  if (fault) throw new CertificateRefusal(fault);
  return describe(client, key, isWeaklyProtected(bytes));
}

const describe = (client: X509Certificate, key: KeyObject, was_weakly_protected: boolean): ApplicationCertificate => ({
  ...describeCertificate(client),
  certificate_pem: client.toString(),
  private_key_pem: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
  serial_number: client.serialNumber,
  fingerprint_sha1: client.fingerprint,
  key_kind: keyKindOf(key),
  was_weakly_protected,
});

/** By its first bytes. Accepts truncated files, which the reader reports. */
function isPkcs12(bytes: Buffer): boolean {
  if (bytes[0] !== 0x30) return false;
  try {
    return /^number list(?! text)/.test(formOf(readDer(bytes).element));
  } catch (error) {
    return error instanceof CutOff;
  }
}

/** Entra ID accepts only RSA keys, and no RSA-PSS ones. */
function findOtherKey(key: KeyObject): Sentence | undefined {
  const kind = keyKindOf(key);
  if (key.asymmetricKeyType !== 'rsa') return say('certificate.rsaOnly', { kind });
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  return bits < rsaBits.least || bits > rsaBits.most ? say('certificate.rsaSize', { kind }) : undefined;
}

/** Prefix 1.2.840.113549.1.12.1 of the outdated encryptions with RC4, Triple DES, and RC2. */
const weakProtections = Buffer.from('060a2a864886f70d010c01', 'hex');
const isWeaklyProtected = (bytes: Buffer): boolean => bytes.includes(weakProtections);
