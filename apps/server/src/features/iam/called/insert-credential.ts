import type { Deps, Tx } from '#platform/deps';

export type NewCredential = {
  kind: 'secret' | 'certificate';
  /** Of a certificate, the private key and the certificate as one PEM text. */
  plain: string;
  /** What may be shown of it. */
  facts: Record<string, unknown>;
  expires_at: string | null;
  /** `next` waits to be tested and activated; active unless given. */
  state?: 'active' | 'next';
  added_by?: string;
};

/** Keeps it sealed. A source has one of each state at most. @returns its id */
export async function insertCredential(
  tx: Tx,
  { newId, secrets, clock }: Pick<Deps, 'newId' | 'secrets' | 'clock'>,
  connection_id: string,
  { plain, facts, state = 'active', added_by, ...credential }: NewCredential,
): Promise<string> {
  const id = newId();
  const sealed = secrets.seal(plain, id);
  await tx
    .insertInto('source_credential')
    .values({
      ...credential,
      id,
      connection_id,
      sealed,
      facts: JSON.stringify(facts),
      state,
      added_by: added_by ?? null,
      activated_at: state === 'active' ? clock() : null,
    })
    .execute();
  return id;
}
