import { type Sentence, say } from '@key2xs/texts';
import { type CertificateBundle, readCertificateBundle } from './certificate-bundle';
import { type FileContents, merge, readCertificateFile } from './certificate-files';
import { pair } from './certificate-pair';
import { CertificateRefusal, refusals } from './certificate-refusal';
import { findFault, keyKindOf } from './certificate-requirements';

export type UploadedBytes = { name: string; bytes: Uint8Array };

/** `pem` is sealed before it is stored: the client certificate, its key as clear-text PKCS#8, further certificates. */
export type ClientCertificate = CertificateBundle & {
  pem: string;
  /** For display, e.g. 'RSA 2048', 'EC P-256'. */
  key_kind: string;
};

/** `reason` is for the person who uploaded the files. */
export type ReadResult =
  | { ok: true; bundle: ClientCertificate }
  | { ok: false; reason: Sentence; needs_pass_phrase?: true };

const maxKibibytes = 768;

/**
 * Reads a client certificate from one or several files with the certificate, its private key and its chain, in PEM, DER,
 * JSON or PKCS#12. Never throws. May take seconds on a hostile file, so it belongs in a thread that can be terminated.
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

/** Names the file in a refusal if there are several. */
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
