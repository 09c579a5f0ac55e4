import { say } from '@key2xs/texts';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps, Tx } from '#platform/deps';
import { AppError, notFound } from '#platform/errors';
import { asCaller } from '#platform/visible-to';
import { getConnection, holdConnection } from '../iam/service';
import { noteSourceEvent } from '../source-events/service';
import { type CredentialRow, deleteCredential, findCredential, makeActive } from './queries';

export type Which = { id: string; credential_id: string };

/** The source is called with it from now on. @throws AppError not_found, conflict */
export async function activateCredential(deps: Deps, caller: Caller, which: Which): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const { row, name } = await hold(tx, caller, which);
    if (row.state === 'active') throw new AppError('conflict', say('sourceCredential.isActive'));
    if (row.expires_at && row.expires_at < deps.clock())
      throw new AppError('conflict', say('sourceCredential.hasExpired'));
    await makeActive(tx, which.id, which.credential_id, deps.clock());
    await recordEvent(tx, caller, 'source_credential.activated', { id: which.id, details: detailsOf(row, name) });
    const sentence = say('sourceEvent.credentialRotated', { which: kindOf(row) });
    const of = { connection_id: which.id, actor_name: caller.name };
    await noteSourceEvent(tx, { ...of, kind: 'credential.rotated', sentence });
  });
}

/** @throws AppError not_found; conflict for the active one */
export async function removeCredential(deps: Deps, caller: Caller, which: Which): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const { row, name } = await hold(tx, caller, which);
    if (row.state === 'active') throw new AppError('conflict', say('sourceCredential.activeStays'));
    await deleteCredential(tx, which.id, which.credential_id);
    await recordEvent(tx, caller, 'source_credential.removed', { id: which.id, details: detailsOf(row, name) });
    const sentence = say('sourceEvent.credentialRemoved', { which: kindOf(row) });
    const of = { connection_id: which.id, actor_name: caller.name };
    await noteSourceEvent(tx, { ...of, kind: 'credential.removed', sentence });
  });
}

const kindOf = ({ kind }: CredentialRow) => say(`sourceCredential.kinds.${kind}`);

const detailsOf = ({ kind, expires_at, facts }: CredentialRow, name: string) => ({ name, kind, expires_at, ...facts });

async function hold(
  tx: Tx,
  caller: Caller,
  { id, credential_id }: Which,
): Promise<{ row: CredentialRow; name: string }> {
  await holdConnection(tx, id);
  const { name } = await getConnection(asCaller(tx, caller), id);
  const row = await findCredential(tx, id, credential_id);
  if (!row) throw notFound('source_credential');
  return { row, name };
}
