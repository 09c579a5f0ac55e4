import type { KeyObject, X509Certificate } from 'node:crypto';
import { type Sentence, say } from '@key2xs/texts';
import { type CertificateBundle, readCertificateBundle } from './certificate-bundle';
import { findFault, keyKindOf } from './certificate-demands';
import { type FileContents, merge, readCertificateFile } from './certificate-files';
import { CertificateRefusal, refusals } from './certificate-refusal';

export type UploadedBytes = { name: string; bytes: Uint8Array };

/** `pem` is what is sealed: the client certificate, its key as PKCS#8 in clear, further certificates. */
export type ClientCertificate = CertificateBundle & {
  pem: string;
  /** For people, e.g. 'RSA 2048', 'EC P-256'. */
  key_kind: string;
};

/** `reason` is for the person who uploaded the files. */
export type ReadResult =
  | { ok: true; bundle: ClientCertificate }
  | { ok: false; reason: Sentence; needs_pass_phrase?: true };

const maxKibibytes = 768;

/**
 * Reads what people are given as a client certificate: one or several files with the certificate, its private key and
 * its chain, in PEM, DER, JSON or PKCS#12. Always answers. May take seconds on a hostile file, so it belongs into a thread
 * that can be stopped.
 */
export function readClientCertificate(
  files: readonly UploadedBytes[],
  passPhrase: string | undefined,
  now: Date,
): ReadResult {
  try {
    return { ok: true, bundle: readBundle(files, passPhrase, now) };
  } catch (error) {
    const refusal = error instanceof CertificateRefusal ? error : refusals.unreadable();
    return { ok: false, reason: refusal.reason, ...(refusal.needsPassPhrase && { needs_pass_phrase: true }) };
  }
}

function readBundle(files: readonly UploadedBytes[], passPhrase: string | undefined, now: Date): ClientCertificate {
  const size = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (size > maxKibibytes * 1_024) throw refusals.tooLarge(maxKibibytes);
  const contents = merge(files.map((file) => readFile(file, passPhrase, files.length > 1)));
  const { client, key, others } = pair(contents);
  const fault = findFault(client, key, now);
  if (fault) throw new CertificateRefusal(fault);
  const pem = [client, key.export({ type: 'pkcs8', format: 'pem' }), ...others].join('');
  const parsed = readCertificateBundle(pem);
  if (!parsed.ok) throw refusals.unusable();
  return { ...parsed.bundle, pem, key_kind: keyKindOf(key) };
}

/** Says of several files which one is meant. */
function readFile({ name, bytes }: UploadedBytes, passPhrase: string | undefined, isNamed: boolean): FileContents {
  try {
    return readCertificateFile(Buffer.from(bytes), passPhrase ?? '');
  } catch (error) {
    const refusal = error instanceof CertificateRefusal ? error : refusals.unreadable();
    if (!isNamed) throw refusal;
    throw new CertificateRefusal(
      say('certificate.ofFile', { name: name.slice(0, 80), reason: refusal.reason }),
      refusal.needsPassPhrase,
    );
  }
}

type Pair = { client: X509Certificate; key: KeyObject; others: X509Certificate[] };

/** The key and its certificate; of several for the same key the one that lasts longest. What is there twice counts once. */
function pair({ certificates, keys }: FileContents): Pair {
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
