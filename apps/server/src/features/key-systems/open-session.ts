import { type AdoptedRecords, DriverError, type KeySystemSession, keySystemDrivers } from '@key2xs/drivers';
import { type Sentence, say } from '@key2xs/texts';
import type { Db, Deps } from '#platform/deps';
import { notFound } from '#platform/errors';
import { SecretUnreadable } from '#platform/secrets/secrets';
import { findSealed, type KeySystemRow } from './queries';

/** Nothing can be called: no client certificate has been uploaded yet. */
export class NoCertificate extends Error {
  override name = 'NoCertificate';
  readonly sentence = say('keySystem.noCertificate');
}

/** @throws AppError not_found */
export async function getSealed(db: Db, certificateId: string): Promise<Buffer> {
  const row = await findSealed(db, certificateId);
  if (!row) throw notFound('client_certificate');
  return row.sealed;
}

/**
 * A session with the vendor's system; the certificate is unsealed for it alone. Close it. Never inside a transaction.
 * @param adopted needed where records are read or written
 * @throws NoCertificate
 */
export async function openSession(
  deps: Deps,
  row: Pick<KeySystemRow, 'system_type' | 'cliq_api_url' | 'domain_name' | 'certificate_id'>,
  signal: AbortSignal,
  adopted?: AdoptedRecords,
): Promise<KeySystemSession> {
  const { cliq_api_url, domain_name, certificate_id } = row;
  if (certificate_id === null) throw new NoCertificate();
  const sealed = await getSealed(deps.db, certificate_id);
  const client_certificate_bundle_pem = deps.secrets.open(sealed, certificate_id);
  return keySystemDrivers[row.system_type].connect(
    { cliq_api_url, domain_name, client_certificate_bundle_pem },
    { ...deps.outbound, now: deps.clock, signal },
    adopted,
  );
}

/** A call that was aborted was too slow: nothing but a time limit of ours aborts one. */
export const asTimeout = (error: unknown): unknown =>
  error instanceof DriverError && error.kind === 'aborted' ? new DriverError('timeout', { cause: error }) : error;

/** Why a session failed, for people; undefined when the reason has nothing to do with it. */
export function explainFailure(error: unknown): Sentence | undefined {
  if (error instanceof DriverError || error instanceof NoCertificate) return error.sentence;
  if (error instanceof SecretUnreadable) return say('task.certificateUnreadable', { reason: error.sentence });
  return undefined;
}
