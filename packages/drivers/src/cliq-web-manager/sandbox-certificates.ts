import { generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import forge from 'node-forge';

export type Identity = { cert: string; key: string };
type Purpose = 'authority' | 'server' | 'client';
type Order = { commonName: string; purpose: Purpose; from: Date; years: number };

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

/** A new RSA key and its certificate, both PEM, valid from a day before `from`. Signs itself unless an issuer is given. */
export async function issueCertificate(
  { commonName, purpose, from, years }: Order,
  issuer?: Identity,
): Promise<Identity> {
  const keys = await createKeys('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(keys.publicKey);
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
  certificate.sign(forge.pki.privateKeyFromPem(issuer?.key ?? keys.privateKey), forge.md.sha256.create());
  return { cert: forge.pki.certificateToPem(certificate), key: keys.privateKey };
}
