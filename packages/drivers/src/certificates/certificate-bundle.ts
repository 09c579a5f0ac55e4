import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { type Sentence, say } from '@key2xs/texts';
import type { ClientTls } from '../key-system-driver';

export type CertificateBundle = {
  tls: ClientTls;
  /** Distinguished names on one line, e.g. 'CN=key2xs, O=City'. */
  subject: string;
  issuer: string;
  /** Upper-case hex in pairs with colons. */
  fingerprint_sha256: string;
  /** UTC, ISO-8601 with Z. */
  not_before: string;
  not_after: string;
};

type Parsed = { ok: true; bundle: CertificateBundle } | { ok: false; reason: Sentence };

const refusal = (reason: Sentence): Parsed => ({ ok: false, reason });

/**
 * Reads a PEM text with one client certificate, its private key and any number of further certificates, in any order.
 * The certificate of the key is the client's; all others become trust anchors and its chain.
 * Expects input that certificate-upload.ts has checked and normalised: `reason` says why it is no longer usable.
 */
export function readCertificateBundle(pem: string): Parsed {
  const blocks = [...pem.matchAll(/-----BEGIN ([A-Z0-9 ]+)-----.*?-----END \1-----/gs)];
  const ofLabel = (label: RegExp) => blocks.filter(([, found = '']) => label.test(found)).map(([block]) => block);
  const certificates = ofLabel(/^CERTIFICATE$/);
  const [key, ...furtherKeys] = ofLabel(/PRIVATE KEY$/);
  if (certificates.length === 0) return refusal(say('circumstance.bundleNoCertificate'));
  if (key === undefined) return refusal(say('circumstance.bundleNoKey'));
  if (furtherKeys.length > 0) return refusal(say('circumstance.bundleSeveralKeys'));
  if (/ENCRYPTED/.test(key)) return refusal(say('circumstance.bundleKeyLocked'));
  const privateKey = readKey(key);
  if (!privateKey) return refusal(say('circumstance.bundleKeyBroken'));
  const read = certificates.flatMap((block) => readCertificate(block) ?? []);
  if (read.length < certificates.length) return refusal(say('circumstance.bundleCertificateBroken'));
  const client = read.find((certificate) => certificate.checkPrivateKey(privateKey));
  if (!client) return refusal(say('circumstance.bundleOtherKey'));
  const ca = read.filter((certificate) => certificate !== client).map(String);
  const tls = { cert: client.toString(), key, ca };
  return isUsable(tls)
    ? { ok: true, bundle: { tls, ...describeCertificate(client) } }
    : refusal(say('circumstance.bundleKeyWeak'));
}

/**
 * The PEM text `renewed`, with the further certificates of `former` if it has none itself: vendors renew a client certificate
 * without including the authority of their server's certificate.
 */
export function inheritTrustAnchors(renewed: string, former: string): string {
  const [own, before] = [readCertificateBundle(renewed), readCertificateBundle(former)];
  if (!own.ok || !before.ok || own.bundle.tls.ca.length > 0) return renewed;
  return [renewed, ...before.bundle.tls.ca].join('');
}

function readKey(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem);
  } catch {
    return undefined;
  }
}

function readCertificate(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem);
  } catch {
    return undefined;
  }
}

/** TLS has its own requirements, such as a minimum key length. */
function isUsable({ cert, key, ca }: ClientTls): boolean {
  try {
    createSecureContext({ cert, key, ca });
    return true;
  } catch {
    return false;
  }
}

/** The displayed fields of a certificate. */
export function describeCertificate(certificate: X509Certificate): Omit<CertificateBundle, 'tls'> {
  const onOneLine = (name: string) => name.trim().split('\n').join(', ');
  return {
    subject: onOneLine(certificate.subject),
    issuer: onOneLine(certificate.issuer),
    fingerprint_sha256: certificate.fingerprint256,
    not_before: new Date(certificate.validFrom).toISOString(),
    not_after: new Date(certificate.validTo).toISOString(),
  };
}
