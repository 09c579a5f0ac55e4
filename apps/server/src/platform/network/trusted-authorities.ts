import { X509Certificate } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

/** A certificate of the organisation, trusted in addition to the public authorities. */
export type TrustedAuthority = {
  /** Where it was read. */
  file: string;
  /** The common name of its subject, else the whole subject. */
  name: string;
  pem: string;
  notAfter: Date;
};

const certificateFile = /\.(pem|crt|cer)$/i;
const block = /-----BEGIN (?:TRUSTED )?CERTIFICATE-----[^-]+-----END (?:TRUSTED )?CERTIFICATE-----/g;

/** The certificates in the .pem, .crt and .cer files of a folder. @throws Error naming the file */
export function readAuthorityFolder(folder: string): TrustedAuthority[] {
  const names = readdirSync(folder).filter((name) => certificateFile.test(name));
  if (names.length === 0) throw new Error(`${folder} has no .pem, .crt or .cer file`);
  return names.toSorted().flatMap((name) => readAuthorityFile(join(folder, name)));
}

/** The certificates in a file, as PEM or a single one as DER. @throws Error naming the file */
export function readAuthorityFile(file: string): TrustedAuthority[] {
  const bytes = readFileSync(file);
  const text = bytes.toString('latin1');
  if (text.includes('PRIVATE KEY-----')) throw new Error(`${file} holds a private key: leave certificates only`);
  const parts = text.includes('-----BEGIN ') ? (text.match(block) ?? []) : [bytes];
  if (parts.length === 0) throw new Error(`${file} holds no certificate`);
  return parts.map((part) => describe(file, part));
}

function describe(file: string, part: string | Buffer): TrustedAuthority {
  try {
    const certificate = new X509Certificate(part);
    const [, name = certificate.subject.replaceAll('\n', ', ')] = /^CN=(.+)$/m.exec(certificate.subject) ?? [];
    return { file, name, pem: certificate.toString(), notAfter: certificate.validToDate };
  } catch {
    throw new Error(`${file} holds no certificate that can be read`);
  }
}

/** Makes every outgoing TLS connection of this process trust them: HTTPS, mail, syslog, database and proxy. Can be repeated. */
export function trustAuthorities(authorities: readonly TrustedAuthority[]): void {
  if (authorities.length === 0) return;
  setDefaultCACertificates([...new Set([...getCACertificates('default'), ...authorities.map(({ pem }) => pem)])]);
}
