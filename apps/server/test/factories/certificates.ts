import { X509Certificate } from 'node:crypto';
import type { CertificateInfo } from '#platform/schema/schema';

/** A PKCS#12 file with nothing in it that claims so many rounds of key derivation for its checksum. */
export function aHostilePkcs12(rounds: number): Uint8Array<ArrayBuffer> {
  const data = element(0x06, [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x01]);
  const sha1 = element(0x30, element(0x06, [0x2b, 0x0e, 0x03, 0x02, 0x1a]));
  const digest = element(0x30, [...sha1, ...element(0x04, Array(20).fill(1))]);
  const count = element(0x02, [...Buffer.from(rounds.toString(16).padStart(16, '0'), 'hex')]);
  const safe = element(0x30, [...data, ...element(0xa0, element(0x04, element(0x30, [])))]);
  const mac = element(0x30, [...digest, ...element(0x04, Array(8).fill(2)), ...count]);
  return new Uint8Array(element(0x30, [...element(0x02, [3]), ...safe, ...mac]));
}

/** DER, up to 127 bytes of content. */
const element = (tag: number, content: number[]): number[] => [tag, content.length, ...content];

/** The blocks of a PEM text: of a bundle of the sandbox the certificate, its key and the authority. */
export const blocksOf = (pem: string): string[] => pem.match(/-----BEGIN.*?-----END [A-Z ]+-----\n/gs) ?? [];

/** The lines of a PEM text that say something, without those around them and the short ends. */
export const bodyLines = (pem: string): string[] => pem.split('\n').filter((line) => /^[A-Za-z0-9+/]{60,}/.test(line));

/** What is shown of the first certificate of a PEM text; `values` win. */
export function infoOf(pem: string, values: Partial<CertificateInfo> = {}): string {
  const { subject, issuer, fingerprint256, validFrom, validTo } = new X509Certificate(pem);
  const info: CertificateInfo = {
    subject: subject.replaceAll('\n', ', '),
    issuer: issuer.replaceAll('\n', ', '),
    fingerprint_sha256: fingerprint256,
    not_before: new Date(validFrom).toISOString(),
    not_after: new Date(validTo).toISOString(),
    ...values,
  };
  return JSON.stringify(info);
}
