import {
  factsOf,
  type Parsed,
  type SourceCertificateInfo,
  sourceCertificateRules,
  type sourceCredentials,
} from '@key2xs/contract';
import type { ApplicationCertificate } from '@key2xs/drivers/application-certificate';
import { say } from '@key2xs/texts';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps } from '#platform/deps';
import { AppError, invalidField, notFound } from '#platform/errors';
import { asCaller, type Reader } from '#platform/visible-to';
import { getConnection, holdConnection, insertCredential } from '../iam/service';
import { noteSourceEvent } from '../source-events/service';
import { applicationCertificateReader } from './application-certificate-reader';
import { type CredentialRow, findCredential, listCredentials } from './queries';

type UploadContext = { deps: Deps; caller: Caller; signal: AbortSignal };
type CertificateBody = Parsed<typeof sourceCredentials.addCertificate>['body'];
type SecretBody = Parsed<typeof sourceCredentials.addSecret>['body'];

/**
 * Stores a certificate with its key. The password opens the file and is forgotten.
 * @throws AppError not_found, conflict, validation_failed, overloaded
 */
export async function addCertificate({ deps, caller, signal }: UploadContext, id: string, body: CertificateBody) {
  await getCalled(asCaller(deps.db, caller), id);
  return addCredential(deps, caller, id, (await readCertificate(deps, body, signal)).credential);
}

/**
 * What is kept of a certificate, and the part of it that may be given to anybody.
 * @throws AppError validation_failed, overloaded
 */
export async function readCertificate(
  deps: Pick<Deps, 'runner' | 'clock'>,
  body: CertificateBody,
  signal: AbortSignal,
): Promise<{ credential: NewCredential; certificate: SourceCertificateInfo; public_pem: string }> {
  const { private_key_pem, certificate_pem, ...read } = await readFile(deps, body, signal);
  const certificate: SourceCertificateInfo = {
    subject: read.subject,
    issuer: read.issuer,
    serial: read.serial_number,
    not_before: read.not_before,
    not_after: read.not_after,
    fingerprint_sha1: read.fingerprint_sha1,
    fingerprint_sha256: read.fingerprint_sha256,
    key_kind: read.key_kind,
  };
  const credential = {
    kind: 'certificate' as const,
    plain: `${private_key_pem}\n${certificate_pem}`,
    facts: { certificate, ...(read.was_weakly_protected && { is_weakly_protected: true }) },
    expires_at: certificate.not_after,
  };
  return { credential, certificate, public_pem: certificate_pem };
}

async function readFile(
  { runner, clock }: Pick<Deps, 'runner' | 'clock'>,
  { certificate_file: file, certificate_password: passPhrase }: CertificateBody,
  signal: AbortSignal,
): Promise<ApplicationCertificate> {
  const { tooLarge, wrongKind, maxBytes } = sourceCertificateRules;
  const refusal = (text: string) => invalidField('certificate_file', say('asWritten', { text }));
  if (!/\.(pfx|p12)$/i.test(file.name)) throw refusal(wrongKind);
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes.length > maxBytes) throw refusal(tooLarge);
  const answered = await runner.run(applicationCertificateReader, { bytes, passPhrase, now: clock() }, { signal });
  const read = answered.ok ? answered.answer : answered;
  if ('certificate' in read) return read.certificate;
  throw invalidField('needs_pass_phrase' in read ? 'certificate_password' : 'certificate_file', read.reason);
}

/** @throws AppError not_found, conflict */
export async function addSecret(
  { deps, caller }: Omit<UploadContext, 'signal'>,
  id: string,
  { secret, expires_at }: SecretBody,
) {
  await getCalled(asCaller(deps.db, caller), id);
  return addCredential(deps, caller, id, { kind: 'secret', plain: secret, facts: {}, expires_at });
}

/** @throws AppError not_found; conflict for a source that is called with none */
async function getCalled(reader: Reader, id: string) {
  const connection = await getConnection(reader, id);
  if (factsOf(connection.provider).credential !== 'none') return connection;
  throw new AppError('conflict', say('sourceCredential.notCalled', { name: connection.name }));
}

type NewCredential = {
  kind: 'secret' | 'certificate';
  plain: string;
  facts: { certificate?: SourceCertificateInfo; is_weakly_protected?: boolean };
  expires_at: string | null;
};

/** The first counts at once. Beside an active one it waits to be tested and activated. */
function addCredential(deps: Deps, caller: Caller, id: string, added: NewCredential): Promise<CredentialRow> {
  return deps.db.transaction().execute(async (tx) => {
    await holdConnection(tx, id);
    const { name } = await getCalled(asCaller(tx, caller), id);
    const state = stateOfNew(await listCredentials(tx, id), added);
    const credentialId = await insertCredential(tx, deps, id, { ...added, state, added_by: caller.name });
    await recordEvent(tx, caller, 'source_credential.added', {
      id,
      details: { name, kind: added.kind, state, expires_at: added.expires_at, ...added.facts },
    });
    const sentence = say('sourceEvent.credentialAdded', { which: say(`sourceCredential.kinds.${added.kind}`) });
    await noteSourceEvent(tx, { connection_id: id, kind: 'credential.added', sentence, actor_name: caller.name });
    const stored = await findCredential(tx, id, credentialId);
    if (!stored) throw notFound('source_credential');
    return stored;
  });
}

function stateOfNew(known: readonly CredentialRow[], { facts }: NewCredential): 'active' | 'next' {
  const fingerprint = facts.certificate?.fingerprint_sha256;
  const isKnown = known.some((row) => fingerprint !== undefined && fingerprintOf(row) === fingerprint);
  if (isKnown) throw new AppError('conflict', say('sourceCredential.sameCertificate'));
  if (known.some(({ state }) => state === 'next')) throw new AppError('conflict', say('sourceCredential.nextIsThere'));
  return known.some(({ state }) => state === 'active') ? 'next' : 'active';
}

function fingerprintOf({ facts: { certificate } }: CredentialRow): unknown {
  const isObject = typeof certificate === 'object' && certificate !== null;
  return isObject && 'fingerprint_sha256' in certificate ? certificate.fingerprint_sha256 : undefined;
}
