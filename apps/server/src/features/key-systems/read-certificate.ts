import type { UploadedFile } from '@key2xs/contract';
import type { Deps } from '#platform/deps';
import { invalidField } from '#platform/errors';
import type { CertificateInfo } from '#platform/schema';

type Upload = { files: readonly UploadedFile[]; passPhrase: string | undefined };

/**
 * Reads uploaded files as a client certificate: the PEM text to seal, and what may be shown of it. What is wrong with the
 * pass phrase is said at its field, everything else at that of the files.
 * @throws AppError validation_failed, overloaded
 */
export async function readCertificate(
  { certificates, clock }: Deps,
  { files, passPhrase }: Upload,
  fields: { files: string; passPhrase: string },
): Promise<{ pem: string; info: CertificateInfo }> {
  const uploaded = files.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }));
  const read = await certificates.read(await Promise.all(uploaded), passPhrase, clock());
  if (!read.ok) throw invalidField(read.needs_pass_phrase ? fields.passPhrase : fields.files, read.reason);
  const { pem, tls: _, ...info } = read.bundle;
  return { pem, info };
}
