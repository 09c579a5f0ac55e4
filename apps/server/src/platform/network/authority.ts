import { X509Certificate } from 'node:crypto';

const certificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Whether a text has certificates, and nothing else, and all can be read. */
export function isReadableAuthority(pem: string): boolean {
  const blocks = pem.match(certificate) ?? [];
  if (blocks.length === 0 || pem.replace(certificate, '').trim() !== '') return false;
  try {
    for (const block of blocks) new X509Certificate(block);
    return true;
  } catch {
    return false;
  }
}
