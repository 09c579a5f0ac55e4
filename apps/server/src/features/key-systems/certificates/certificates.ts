import type { clientCertificates, Parsed } from '@key2xs/contract';
import { inheritTrustAnchors } from '@key2xs/drivers';
import { say } from '@key2xs/texts';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps, Tx } from '#platform/deps';
import { AppError, notFound } from '#platform/errors';
import type { CertificateInfo } from '#platform/schema/schema';
import type { StoredTest } from '#platform/schema/tables/keys/schema-key-systems';
import { SecretUnreadable } from '#platform/secrets/secrets';
import { asCaller, asProduct } from '#platform/visible-to';
import { getSealed } from '../open-session';
import { insertCertificate, type KeySystemRow } from '../queries';
import { getConnection, getKeySystem, lockConnection } from '../service';
import { insertActiveCertificate } from './insert-active';
import { readCertificate } from './read-certificate';

type Upload = Parsed<typeof clientCertificates.add>['body'];
/** `signal` fires when the client goes away. */
type UploadContext = { deps: Deps; caller: Caller; signal: AbortSignal };
type Which = { id: string; certificate_id: string };

const fields = { files: 'certificate_file', passPhrase: 'pass_phrase' };

/**
 * Stores a second certificate beside the active one, or the first one as active. Calls no system yet. Uploaded without trusted
 * issuers, it takes those of the active one.
 * @throws AppError not_found, conflict, validation_failed, overloaded
 */
export async function addCertificate(
  { deps, caller, signal }: UploadContext,
  id: string,
  { certificate_file: files, pass_phrase: passPhrase }: Upload,
): Promise<KeySystemRow> {
  await getConnection(asCaller(deps.db, caller), id);
  const { pem, info } = await readCertificate(deps, { files, passPhrase, signal }, fields);
  return deps.db.transaction().execute(async (tx) => {
    const row = await lockKeySystem(tx, id);
    if (row.certificate_id === null) return storeFirst(tx, { deps, caller }, row, { pem, info });
    refuseSecondStandby(row, info.fingerprint_sha256);
    const certificateId = deps.newId();
    const trusting = inheritTrustAnchors(pem, await openActive(tx, deps, row));
    await insertCertificate(tx, {
      id: certificateId,
      connection_id: id,
      state: 'standby',
      info: JSON.stringify(info),
      sealed: deps.secrets.seal(trusting, certificateId),
      uploaded_by: caller.actor?.id ?? null,
    });
    const trusts = trusting === pem ? 'whom the upload names' : 'whom the active certificate trusts';
    await recordEvent(tx, caller, 'client_certificate.added', { id, details: { name: row.name, ...info, trusts } });
    return getKeySystem(asCaller(tx, caller), id);
  });
}

async function storeFirst(
  tx: Tx,
  { deps, caller }: Omit<UploadContext, 'signal'>,
  { id, name }: KeySystemRow,
  certificate: { pem: string; info: CertificateInfo },
): Promise<KeySystemRow> {
  await insertActiveCertificate(tx, { deps, caller }, id, certificate);
  await setConfigured(tx, id, null);
  await recordEvent(tx, caller, 'client_certificate.added', { id, details: { name, ...certificate.info } });
  return getKeySystem(asCaller(tx, caller), id);
}

/** Set up, and not yet spoken to with this certificate. */
async function setConfigured(tx: Tx, id: string, test: StoredTest | null): Promise<void> {
  const last_test = test && JSON.stringify(test);
  await tx
    .updateTable('key_system_connection')
    .set({ last_status: 'CONFIGURED', error_message: null, last_test })
    .where('id', '=', id)
    .execute();
}

async function lockKeySystem(tx: Tx, id: string): Promise<KeySystemRow> {
  await lockConnection(tx, id);
  return getKeySystem(asProduct(tx), id); // no key system is outside anybody's scope
}

/** Empty when the stored one cannot be read any more: a new one is what mends that. */
async function openActive(tx: Tx, { secrets }: Deps, { certificate_id }: KeySystemRow): Promise<string> {
  if (certificate_id === null) return '';
  const sealed = await getSealed(tx, certificate_id);
  try {
    return secrets.open(sealed, certificate_id);
  } catch (error) {
    if (error instanceof SecretUnreadable) return '';
    throw error;
  }
}

function refuseSecondStandby({ standby, certificate_info }: KeySystemRow, fingerprint: string): void {
  if (certificate_info?.fingerprint_sha256 === fingerprint) {
    throw new AppError('conflict', say('keySystem.certificateSame'));
  }
  if (!standby) return;
  const isSame = standby.info.fingerprint_sha256 === fingerprint;
  const detail = isSame ? say('keySystem.certificateIsStandby') : say('keySystem.certificateSecondStandby');
  throw new AppError('conflict', detail);
}

/**
 * The standby certificate becomes the active one and the former one the standby, so that going back is the same step. The
 * connection counts as set up and not yet spoken to: CONFIGURED until the next call.
 * @throws AppError not_found, conflict
 */
export async function activateCertificate(
  deps: Deps,
  caller: Caller,
  { id, certificate_id }: Which,
): Promise<KeySystemRow> {
  return deps.db.transaction().execute(async (tx) => {
    const row = await lockKeySystem(tx, id);
    if (row.certificate_id === certificate_id) throw new AppError('conflict', say('keySystem.certificateIsActive'));
    const { standby } = row;
    if (standby?.id !== certificate_id) throw notFound('client_certificate');
    if (new Date(standby.info.not_after) < deps.clock()) {
      throw new AppError('conflict', say('keySystem.certificateExpired'));
    }
    await swap(tx, row, standby.id, deps.clock());
    await setConfigured(tx, id, standby.last_test);
    const details = { name: row.name, before: row.certificate_info, after: standby.info };
    await recordEvent(tx, caller, 'client_certificate.activated', { id, details });
    return getKeySystem(asCaller(tx, caller), id);
  });
}

/** By deleting and inserting one of them, because there may be only one in each state. */
async function swap(tx: Tx, row: KeySystemRow, standbyId: string, now: Date): Promise<void> {
  const of = (id: string) => tx.updateTable('client_certificate').where('id', '=', id);
  const former = await tx
    .deleteFrom('client_certificate')
    .where('id', '=', row.certificate_id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await of(standbyId).set({ state: 'active', activated_at: now, last_test: null }).execute();
  const { info, last_test: _, ...kept } = former;
  await insertCertificate(tx, {
    ...kept,
    state: 'standby',
    info: JSON.stringify(info),
    last_test: row.last_test && JSON.stringify(row.last_test),
  });
}

/** @throws AppError not_found; conflict for the active one */
export async function removeCertificate(
  deps: Deps,
  caller: Caller,
  { id, certificate_id }: Which,
): Promise<KeySystemRow> {
  return deps.db.transaction().execute(async (tx) => {
    const { name, standby, certificate_id: active } = await lockKeySystem(tx, id);
    if (active === certificate_id) {
      throw new AppError('conflict', say('keySystem.certificateStays'));
    }
    if (standby?.id !== certificate_id) throw notFound('client_certificate');
    await tx.deleteFrom('client_certificate').where('id', '=', certificate_id).execute();
    await recordEvent(tx, caller, 'client_certificate.removed', { id, details: { name, ...standby.info } });
    return getKeySystem(asCaller(tx, caller), id);
  });
}
