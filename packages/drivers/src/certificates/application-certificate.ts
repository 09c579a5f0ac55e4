import type { KeyObject, X509Certificate } from 'node:crypto';
import { type Sentence, say } from '@key2xs/texts';
import { describeCertificate } from './certificate-bundle';
import { findOutOfTime, keyKindOf } from './certificate-demands';
import { CutOff, formOf, readDer } from './certificate-der';
import { readCertificateFile } from './certificate-files';
import { pair } from './certificate-pair';
import { CertificateRefusal, refusals } from './certificate-refusal';

/** A certificate that an application signs in with; nobody has to trust it, so it may have been signed by itself. */
export type ApplicationCertificate = ReturnType<typeof describeCertificate> & {
  certificate_pem: string;
  /** PKCS#8 in clear: what is sealed. */
  private_key_pem: string;
  serial_number: string;
  /** Upper-case hex in pairs with colons, as the portal of Entra ID has it. */
  fingerprint_sha1: string;
  /** For people, e.g. 'RSA 2048'. */
  key_kind: string;
  /** The file was protected with Triple DES or RC2, which protect little: nobody else may get hold of it. */
  was_weakly_protected: boolean;
};

export type ReadApplicationCertificate =
  | { ok: true; certificate: ApplicationCertificate }
  | { ok: false; reason: Sentence; needs_pass_phrase?: true };

const maxKibibytes = 20;
const rsaBits = { least: 2_048, most: 8_192 };

/**
 * Reads a .pfx or .p12 file with a certificate and its private key. Always answers. May take seconds on a hostile file, so it
 * belongs into a thread that can be stopped.
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

/** By its first bytes. One that was cut off is left to whoever reads it. */
function isPkcs12(bytes: Buffer): boolean {
  if (bytes[0] !== 0x30) return false;
  try {
    return /^number list(?! text)/.test(formOf(readDer(bytes).element));
  } catch (error) {
    return error instanceof CutOff;
  }
}

/** What Entra ID checks signatures with: RSA keys for every kind of signature. */
function findOtherKey(key: KeyObject): Sentence | undefined {
  const kind = keyKindOf(key);
  if (key.asymmetricKeyType !== 'rsa') return say('certificate.rsaOnly', { kind });
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  return bits < rsaBits.least || bits > rsaBits.most ? say('certificate.rsaSize', { kind }) : undefined;
}

/** 1.2.840.113549.1.12.1, under which are the protections of old: with RC4, Triple DES, and RC2. */
const weakProtections = Buffer.from('060a2a864886f70d010c01', 'hex');
const isWeaklyProtected = (bytes: Buffer): boolean => bytes.includes(weakProtections);
