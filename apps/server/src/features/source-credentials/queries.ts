import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#platform/deps';
import type { Schema } from '#platform/schema/schema';
import type { StoredDiagnosis } from '#platform/schema/tables/sources/schema-source-health';

type Row = Selectable<Schema['source_credential']>;
/** Without what is sealed: that is read where the source is called. */
export type CredentialRow = Omit<Row, 'sealed'>;

const shown = [
  'id',
  'connection_id',
  'kind',
  'facts',
  'state',
  'expires_at',
  'created_at',
  'last_test',
  'added_by',
  'activated_at',
] as const;

/** The active one first, then the next, then the former one. */
export const listCredentials = (db: Db, connectionId: string): Promise<CredentialRow[]> =>
  db
    .selectFrom('source_credential')
    .select(shown)
    .where('connection_id', '=', connectionId)
    .orderBy('state')
    .orderBy('created_at', 'desc')
    .execute();

export const findCredential = (db: Db, connectionId: string, id: string): Promise<CredentialRow | undefined> =>
  db
    .selectFrom('source_credential')
    .select(shown)
    .where('connection_id', '=', connectionId)
    .where('id', '=', id)
    .executeTakeFirst();

/** One former one is kept, so that going back is the same step. */
export async function makeActive(tx: Tx, connectionId: string, id: string, now: Date): Promise<void> {
  await tx
    .deleteFrom('source_credential')
    .where('connection_id', '=', connectionId)
    .where('state', '=', 'retired')
    .where('id', '<>', id)
    .execute();
  await tx
    .updateTable('source_credential')
    .set({ state: 'retired' })
    .where('connection_id', '=', connectionId)
    .where('state', '=', 'active')
    .execute();
  await tx.updateTable('source_credential').set({ state: 'active', activated_at: now }).where('id', '=', id).execute();
}

export async function deleteCredential(tx: Tx, connectionId: string, id: string): Promise<void> {
  await tx.deleteFrom('source_credential').where('connection_id', '=', connectionId).where('id', '=', id).execute();
}

export async function saveTest(db: Db, id: string, test: StoredDiagnosis): Promise<void> {
  await db
    .updateTable('source_credential')
    .set({ last_test: JSON.stringify(test) })
    .where('id', '=', id)
    .execute();
}

export type Ending = {
  id: string;
  connection_id: string;
  name: string;
  kind: 'secret' | 'certificate';
  expires_at: Date;
  /** A next one is valid longer, or has no known end. */
  has_successor: boolean;
};

/** Active ones of active sources that end before then, the first first. */
export async function listEnding(db: Db, before: Date): Promise<Ending[]> {
  const { rows } = await sql<Ending>`
    select credential.id, credential.connection_id, connection.name, credential.kind, credential.expires_at,
      exists (select from source_credential as next where next.connection_id = credential.connection_id
        and next.state = 'next' and coalesce(next.expires_at > credential.expires_at, true)) as has_successor
    from source_credential as credential join iam_connection as connection on connection.id = credential.connection_id
    where credential.state = 'active' and connection.is_active and credential.expires_at < ${before}
    order by credential.expires_at`.execute(db);
  return rows;
}
