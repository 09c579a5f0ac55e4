import type { KeyObject, X509Certificate } from 'node:crypto';
import type { FileContents } from './certificate-files';
import { refusals } from './certificate-refusal';

type Pair = { client: X509Certificate; key: KeyObject; others: X509Certificate[] };

/** The key and its certificate; of several for the same key, the one with the latest end. Ignores duplicates. @throws CertificateRefusal */
export function pair({ certificates, keys }: FileContents): Pair {
  const [key, ...furtherKeys] = distinct(keys, (each) => each.export({ type: 'pkcs8', format: 'pem' }).toString());
  const all = distinct(certificates, ({ fingerprint256 }) => fingerprint256);
  if (all.length === 0) throw refusals.noCertificate();
  if (!key) throw refusals.noKey();
  if (furtherKeys.length > 0) throw refusals.severalKeys();
  const [client] = all
    .filter((certificate) => certificate.checkPrivateKey(key))
    .sort((a, b) => Date.parse(b.validTo) - Date.parse(a.validTo));
  if (!client) throw refusals.otherKey();
  return { client, key, others: all.filter((certificate) => !certificate.checkPrivateKey(key)) };
}

const distinct = <T>(all: T[], nameOf: (one: T) => string): T[] => [
  ...new Map(all.map((one) => [nameOf(one), one])).values(),
];
