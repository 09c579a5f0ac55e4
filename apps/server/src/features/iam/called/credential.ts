import type { SourceCredential } from '@key2xs/drivers';
import type { Deps } from '#platform/deps';

/** What the source is called with, unsealed; undefined where the product's own application is used. */
export async function openCredential(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  connectionId: string,
): Promise<SourceCredential | undefined> {
  const row = await db
    .selectFrom('source_credential')
    .select(['id', 'kind', 'sealed'])
    .where('connection_id', '=', connectionId)
    .where('state', '=', 'active')
    .executeTakeFirst();
  if (!row) return undefined;
  const text = secrets.open(row.sealed, row.id);
  return row.kind === 'secret' ? { kind: 'secret', secret: text } : splitPem(text);
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
