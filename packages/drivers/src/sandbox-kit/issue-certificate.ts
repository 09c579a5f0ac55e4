import { createPublicKey, sign as createSignature, generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import forge from 'node-forge';

export type Identity = { cert: string; key: string };
type Purpose = 'authority' | 'server' | 'client';
type Order = {
  commonName: string;
  purpose: Purpose;
  from: Date;
  years: number;
  /** Private, PEM; see `createKey`. */
  key: string;
};

const createKeys = promisify(generateKeyPair);

const extensions: Record<Purpose, object[]> = {
  authority: [
    { name: 'basicConstraints', cA: true, critical: true },
    { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
  ],
  server: [
    { name: 'extKeyUsage', serverAuth: true },
    {
      name: 'subjectAltName',
      altNames: [
        { type: 2, value: 'localhost' },
        { type: 7, ip: '127.0.0.1' },
        { type: 7, ip: '::1' },
      ],
    },
  ],
  client: [{ name: 'extKeyUsage', clientAuth: true }],
};

/** A certificate for an RSA key, both PEM, valid from a day before `from`. Self-signed without an issuer. */
export function issueCertificate({ commonName, purpose, from, years, key }: Order, issuer?: Identity): Identity {
  const certificate = forge.pki.createCertificate();
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'pem' });
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKey.toString());
  certificate.serialNumber = `01${randomBytes(15).toString('hex')}`; // positive
  certificate.validity.notBefore = new Date(from.getTime() - 24 * 60 * 60 * 1_000);
  certificate.validity.notAfter = new Date(from);
  certificate.validity.notAfter.setUTCFullYear(from.getUTCFullYear() + years);
  const subject = [
    { name: 'commonName', value: commonName },
    { name: 'organizationName', value: 'Key2XS sandbox' },
  ];
  certificate.setSubject(subject);
  certificate.setIssuer(issuer ? forge.pki.certificateFromPem(issuer.cert).subject.attributes : subject);
  certificate.setExtensions(extensions[purpose]);
  certificate.sign(signer(certificate, issuer?.key ?? key), forge.md.sha256.create());
  return { cert: forge.pki.certificateToPem(certificate), key };
}

/** A stand-in for a forge key that signs with OpenSSL, because signing in JavaScript is slow. Only `sign` is used. */
function signer(certificate: forge.pki.Certificate, key: string): forge.pki.rsa.PrivateKey {
  const sign = () => {
    const signed = Buffer.from(forge.asn1.toDer(certificate.tbsCertificate).getBytes(), 'latin1');
    return createSignature('sha256', signed, key).toString('latin1');
  };
  return { sign } as unknown as forge.pki.rsa.PrivateKey; // the only part of a key that forge uses
}

/** A private key, PEM. By far the slowest part, so generate several concurrently. */
export async function createKey(): Promise<string> {
  const { privateKey } = await createKeys('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return privateKey;
}

/** Key, certificate and its authority as PKCS#12 in base64, in the format of older tools. */
export function packPkcs12({ cert, key }: Identity, authority: string, passPhrase: string): string {
  const certificates = [cert, authority].map((pem) => forge.pki.certificateFromPem(pem));
  const store = forge.pkcs12.toPkcs12Asn1(forge.pki.privateKeyFromPem(key), certificates, passPhrase, {
    algorithm: '3des',
    friendlyName: 'WebService',
  });
  return forge.util.encode64(forge.asn1.toDer(store).getBytes());
}
