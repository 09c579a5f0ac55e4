import type { UploadedFile } from '@key2xs/contract';
import type { ApplicationCertificate } from '@key2xs/drivers';
import { type Sentence, say } from '@key2xs/texts';
import type { Deps } from '#platform/deps';
import { invalidField } from '#platform/errors';
import { applicationCertificateReader } from './application-certificate-reader';

const maxBytes = 20_480;

type Upload = { file: UploadedFile; password: string | undefined; signal: AbortSignal };

/** @throws AppError validation_failed, in the words of the specification where it has some; overloaded */
export async function readCertificate(
  { runner, clock }: Pick<Deps, 'runner' | 'clock'>,
  { file, password, signal }: Upload,
): Promise<ApplicationCertificate> {
  if (!/\.(pfx|p12)$/i.test(file.name)) throw refused(say('field.certificateKind'));
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes.length > maxBytes) throw refused(say('field.certificateSize'));
  if (password === undefined) throw invalidField('certificate_password', say('entraSession.certificatePassword'));
  const told = await runner.run(
    applicationCertificateReader,
    { bytes, passPhrase: password, now: clock() },
    { signal },
  );
  const read = told.ok ? told.answer : told;
  if (read.ok) return read.certificate;
  throw 'needs_pass_phrase' in read ? invalidField('certificate_password', read.reason) : refused(read.reason);
}

const refused = (reason: Sentence) => invalidField('certificate_file', reason);
