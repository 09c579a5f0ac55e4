import type { KeyObject, X509Certificate } from 'node:crypto';
import { type Sentence, say } from '@key2xs/texts';
import { childOf, childrenOf, oidOf, readDer } from './certificate-der';

const clientAuth = '1.3.6.1.5.5.7.3.2';
const anyPurpose = '2.5.29.37.0';
const minBits = { rsa: 2_048, ec: 256 };
/** A longer key would slow down every connection, and is never issued. */
const maxRsaBits = 8_192;

const pss = '1.2.840.113549.1.1.10';
/** Of RSA, DSA and EC, with MD2, MD4, MD5 or SHA-1. */
const weakSignatures = new Set([
  '1.2.840.113549.1.1.2',
  '1.2.840.113549.1.1.3',
  '1.2.840.113549.1.1.4',
  '1.2.840.113549.1.1.5',
  '1.2.840.10040.4.3',
  '1.2.840.10045.4.1',
  '1.3.14.3.2.27',
  '1.3.14.3.2.29',
]);
const sha1 = '1.3.14.3.2.26';

/** A client certificate must be for clients, currently valid, and strong enough. @returns the reason if it is not */
export function findFault(client: X509Certificate, key: KeyObject, now: Date): Sentence | undefined {
  return findForeign(client) ?? findOutOfTime(client, now) ?? findWeakness(client, key);
}

function findForeign({ ca, keyUsage }: X509Certificate): Sentence | undefined {
  if (ca) {
    return say('certificate.ofAuthority');
  }
  const purposes: readonly string[] | undefined = keyUsage; // absent when the certificate does not limit its purpose
  if (!purposes || purposes.includes(clientAuth) || purposes.includes(anyPurpose)) return undefined;
  return say('certificate.notForClients');
}

/** @returns the reason if the certificate is not valid now */
export function findOutOfTime({ validFrom, validTo }: X509Certificate, now: Date): Sentence | undefined {
  const day = (date: string) => new Date(date).toISOString().slice(0, 10);
  if (now < new Date(validFrom)) {
    return say('certificate.notYetValid', { day: day(validFrom) });
  }
  if (now > new Date(validTo)) return say('certificate.expired', { day: day(validTo) });
  return undefined;
}

function findWeakness(client: X509Certificate, key: KeyObject): Sentence | undefined {
  const kind = keyKindOf(key);
  const bits = bitsOf(key);
  const isRsa = kind.startsWith('RSA');
  if (isRsa && bits > maxRsaBits) return say('certificate.keyTooLarge', { kind });
  const isSigning = isRsa || /^(EC |Ed)/.test(kind);
  if (!isSigning || bits < (isRsa ? minBits.rsa : minBits.ec)) {
    return say('certificate.keyTooWeak', { kind });
  }
  if (!isSignedWeakly(client)) return undefined;
  return say('certificate.signedWeakly');
}

const curveNames: Record<string, string> = { prime256v1: 'P-256', secp384r1: 'P-384', secp521r1: 'P-521' };

/** For display, e.g. 'RSA 2048', 'EC P-256', 'Ed25519'. */
export function keyKindOf({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject): string {
  switch (type) {
    case 'rsa':
      return `RSA ${details?.modulusLength}`;
    case 'rsa-pss':
      return `RSA-PSS ${details?.modulusLength}`;
    case 'ec': {
      const curve = details?.namedCurve ?? 'unnamed curve';
      return `EC ${curveNames[curve] ?? curve}`;
    }
    case 'ed25519':
      return 'Ed25519';
    case 'ed448':
      return 'Ed448';
    default:
      return (type ?? 'unknown').toUpperCase();
  }
}

/** The name of a curve contains its size, as the first three-digit number. */
function bitsOf({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject): number {
  if (type === 'ec') return Number(/\d{3}/.exec(details?.namedCurve ?? '')?.[0] ?? 0);
  return details?.modulusLength ?? minBits.ec;
}

function isSignedWeakly({ raw }: X509Certificate): boolean {
  const algorithm = childOf(readDer(raw).element, 1);
  const oid = oidOf(childOf(algorithm, 0));
  if (oid !== pss) return weakSignatures.has(oid);
  const hash = childrenOf(childOf(algorithm, 1)).find(({ type }) => type === 0);
  return hash === undefined || oidOf(childOf(hash, 0, 0)) === sha1; // SHA-1 by default
}
