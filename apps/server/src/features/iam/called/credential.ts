import type { SourceCredential } from '@key2xs/drivers';
import type { Deps, Tx } from '#platform/deps';

/** What the source is called with, unsealed; undefined where the product's own application is used. @param id one, or the active one */
export async function openCredential(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  connectionId: string,
  id?: string,
): Promise<SourceCredential | undefined> {
  const row = await db
    .selectFrom('source_credential')
    .select(['id', 'kind', 'sealed'])
    .where('connection_id', '=', connectionId)
    .$if(id === undefined, (q) => q.where('state', '=', 'active'))
    .$if(id !== undefined, (q) => q.where('id', '=', id ?? ''))
    .executeTakeFirst();
  if (!row) return undefined;
  return asSourceCredential(row.kind, secrets.open(row.sealed, row.id));
}

/** @param plain the secret, or the private key and its certificate in one PEM text */
export const asSourceCredential = (kind: 'secret' | 'certificate', plain: string): SourceCredential =>
  kind === 'secret' ? { kind, secret: plain } : splitPem(plain);

export type NewCredential = {
  connectionId: string;
  /** A secret, or the private key and the certificate as one PEM text. */
  text: string;
  kind: SourceCredential['kind'];
  state: 'active' | 'next';
  /** What may be shown of it. */
  facts: Record<string, unknown>;
  expires_at: Date | string | null;
  added_by?: string;
};

/** Keeps it sealed; one that was active before is retired by an active one. @returns its id */
export async function storeCredential(
  tx: Tx,
  { secrets, newId }: Pick<Deps, 'secrets' | 'newId'>,
  { connectionId: connection_id, text, facts, added_by, ...rest }: NewCredential,
): Promise<string> {
  const id = newId();
  if (rest.state === 'active') {
    await tx
      .updateTable('source_credential')
      .set({ state: 'retired' })
      .where('connection_id', '=', connection_id)
      .where('state', '=', 'active')
      .execute();
  }
  const sealed = secrets.seal(text, id);
  await tx
    .insertInto('source_credential')
    .values({ id, connection_id, sealed, facts: JSON.stringify(facts), added_by: added_by ?? null, ...rest })
    .execute();
  return id;
}

/** The private key and the certificates of one PEM text. */
function splitPem(text: string): SourceCredential {
  const blocks = text.match(/-----BEGIN ([A-Z0-9 ]+)-----.*?-----END \1-----/gs) ?? [];
  const isKey = (block: string) => block.includes('PRIVATE KEY-----');
  return {
    kind: 'certificate',
    private_key_pem: blocks.filter(isKey).join('\n'),
    certificate_pem: blocks.filter((block) => !isKey(block)).join('\n'),
  };
}
