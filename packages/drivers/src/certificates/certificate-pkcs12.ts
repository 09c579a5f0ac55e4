import forge from 'node-forge';
import type { DerElement } from './certificate-der';
import './certificate-forge';
import { CertificateRefusal, refusals } from './certificate-refusal';

/** DER: certificates, and keys as PKCS#8. */
type Contents = { certificates: Buffer[]; keys: Buffer[] };

/** Opens a PKCS#12 file (RFC 7292). @throws CertificateRefusal; any other error means that the file is damaged */
export function openPkcs12(file: DerElement, passPhrase: string): Contents {
  const bags = bagsOf(file, passPhrase);
  const ofType = (...types: (string | undefined)[]) => bags.filter(({ type }) => types.includes(type));
  const { certBag, keyBag, pkcs8ShroudedKeyBag } = forge.pki.oids;
  return {
    certificates: ofType(certBag).map(({ cert, asn1 }) => derOf(cert ? forge.pki.certificateToAsn1(cert) : asn1)),
    keys: ofType(keyBag, pkcs8ShroudedKeyBag).map(({ key, asn1 }) =>
      derOf(key ? forge.pki.wrapRsaPrivateKey(forge.pki.privateKeyToAsn1(key)) : asn1),
    ),
  };
}

const derOf = (element: DerElement) => Buffer.from(forge.asn1.toDer(element).getBytes(), 'latin1');

/** Programs encode an empty pass phrase in two ways. */
function bagsOf(file: DerElement, passPhrase: string): forge.pkcs12.Bag[] {
  let refusal: unknown;
  for (const way of passPhrase === '' ? ['', undefined] : [passPhrase]) {
    try {
      return forge.pkcs12.pkcs12FromAsn1(file, true, way).safeContents.flatMap(({ safeBags }) => safeBags);
    } catch (error) {
      refusal = refusalFor(error, passPhrase);
    }
  }
  throw refusal;
}

/** The errors of the library differ only in their messages. */
function refusalFor(error: unknown, passPhrase: string): unknown {
  if (!(error instanceof Error) || error instanceof CertificateRefusal) return error;
  if (/could not be verified|[Ff]ailed to decrypt|[Uu]nable to decrypt/.test(error.message)) {
    return refusals.notOpenedBy(passPhrase);
  }
  return /unsupported/i.test(error.message) ? refusals.unknownProtection() : error;
}
