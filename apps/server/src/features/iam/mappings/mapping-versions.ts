import { Mapping, type MappingVersion } from '@key2xs/contract';
import { sql } from 'kysely';
import type { Caller, Db, Deps, Tx } from '#platform/deps';

const maxListed = 100;

/** Saves a mapping as a new version if it differs from the last. Lock the connection's row first. */
export async function saveMappingVersion(
  tx: Tx,
  { newId }: Pick<Deps, 'newId'>,
  caller: Caller,
  { connectionId, mapping }: { connectionId: string; mapping: Mapping },
): Promise<void> {
  const written = JSON.stringify(mapping);
  await sql`
    insert into mapping_version (id, connection_id, number, mapping, saved_by)
    select ${newId()}, ${connectionId}, coalesce(last.number, 0) + 1, ${written}::jsonb, ${caller.name}
    from (select 1) as one
    left join lateral (select number, mapping from mapping_version where connection_id = ${connectionId}
      order by number desc limit 1) as last on true
    where last.mapping is distinct from ${written}::jsonb`.execute(tx);
}

export async function listMappings(db: Db, connectionId: string): Promise<MappingVersion[]> {
  const rows = await db
    .selectFrom('mapping_version')
    .select(['number', 'mapping', 'saved_by', 'saved_at'])
    .where('connection_id', '=', connectionId)
    .orderBy('number', 'desc')
    .limit(maxListed)
    .execute();
  return rows.map((row) => ({
    ...row,
    mapping: Mapping.parse(row.mapping),
    saved_at: row.saved_at.toISOString(),
  }));
}

export async function findMapping(db: Db, connectionId: string, number: number): Promise<Mapping | undefined> {
  const row = await db
    .selectFrom('mapping_version')
    .select('mapping')
    .where('connection_id', '=', connectionId)
    .where('number', '=', number)
    .executeTakeFirst();
  return row && Mapping.parse(row.mapping);
}
