import type { Caller, Deps, Tx } from '#platform/deps';
import type { CertificateInfo } from '#platform/schema/schema';
import { insertCertificate } from '../queries';

/** The first certificate of a key system, sealed. */
export async function insertActiveCertificate(
  tx: Tx,
  { deps, caller }: { deps: Deps; caller: Caller },
  connectionId: string,
  { pem, info }: { pem: string; info: CertificateInfo },
): Promise<void> {
  const id = deps.newId();
  await insertCertificate(tx, {
    id,
    connection_id: connectionId,
    state: 'active',
    info: JSON.stringify(info),
    sealed: deps.secrets.seal(pem, id),
    uploaded_by: caller.actor?.id ?? null,
    activated_at: deps.clock(),
  });
}
