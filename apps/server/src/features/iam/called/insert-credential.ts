import type { Deps, Tx } from '#platform/deps';

export type NewCredential = {
  kind: 'secret' | 'certificate';
  /** Of a certificate, the private key and the certificate as one PEM text. */
  plain: string;
  /** What may be shown of it. */
  facts: Record<string, unknown>;
  expires_at: string | null;
};

/** The first one of a source, active at once. */
export async function insertCredential(
  tx: Tx,
  { newId, secrets }: Pick<Deps, 'newId' | 'secrets'>,
  connection_id: string,
  { kind, plain, facts, expires_at }: NewCredential,
): Promise<void> {
  const id = newId();
  await tx
    .insertInto('source_credential')
    .values({
      id,
      connection_id,
      kind,
      sealed: secrets.seal(plain, id),
      facts: JSON.stringify(facts),
      state: 'active',
      expires_at,
    })
    .execute();
}
