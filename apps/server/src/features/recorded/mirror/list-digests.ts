import { sql } from 'kysely';
import type { Db, Tx } from '#platform/deps';
import type { MirrorName } from './mirror-table';

/** The digest of a list as mirrored, if known. */
export async function findDigest(db: Db, connectionId: string, name: MirrorName): Promise<string | undefined> {
  const row = await db
    .selectFrom('recorded_list')
    .select('digest')
    .where('connection_id', '=', connectionId)
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.digest;
}

/** @param digest null: the mirror no longer holds the list as it was read */
export async function saveDigest(tx: Tx, connectionId: string, name: MirrorName, digest: string | null): Promise<void> {
  if (digest === null) {
    await tx.deleteFrom('recorded_list').where('connection_id', '=', connectionId).where('name', '=', name).execute();
    return;
  }
  await sql`
    insert into recorded_list as list (connection_id, name, digest) values (${connectionId}, ${name}, ${digest})
    on conflict (connection_id, name) do update set digest = excluded.digest where list.digest <> excluded.digest`.execute(
    tx,
  );
}
