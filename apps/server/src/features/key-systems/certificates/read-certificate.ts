import type { UploadedFile } from '@key2xs/contract';
import type { Deps } from '#platform/deps';
import { invalidField } from '#platform/errors';
import type { CertificateInfo } from '#platform/schema/schema';
import { certificateReader } from './certificate-reader';

type Upload = { files: readonly UploadedFile[]; passPhrase: string | undefined; signal: AbortSignal };

/**
 * Reads uploaded files as a client certificate: the PEM text to seal, and what may be shown of it. What is wrong with the
 * pass phrase is said at its field, everything else at that of the files.
 * @throws AppError validation_failed, overloaded
 */
export async function readCertificate(
  { runner, clock }: Deps,
  { files: uploaded, passPhrase, signal }: Upload,
  fields: { files: string; passPhrase: string },
): Promise<{ pem: string; info: CertificateInfo }> {
  const files = await Promise.all(
    uploaded.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })),
  );
  const result = await runner.run(certificateReader, { files, passPhrase, now: clock() }, { signal });
  const read = result.ok ? result.answer : result;
  if (!read.ok) throw invalidField('needs_pass_phrase' in read ? fields.passPhrase : fields.files, read.reason);
  const { pem, tls: _, ...info } = read.bundle;
  return { pem, info };
}
