import type { SourceCredential } from '@key2xs/drivers';
import type { Deps } from '#platform/deps';

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
