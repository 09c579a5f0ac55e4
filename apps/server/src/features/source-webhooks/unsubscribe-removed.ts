import type { CalledSourceAccess, SourceCredential } from '@key2xs/drivers';
import { type Selectable, sql } from 'kysely';
import type { Deps } from '#platform/deps';
import type { Schema } from '#platform/schema/schema';
import { asSourceCredential } from '../iam/service';

type Farewell = Selectable<Schema['source_farewell']>;

const batchSize = 10;
const againSeconds = 600;
const callsMs = 30_000;

/**
 * Unsubscribes at the sources of deleted connections. Retried for a day; after that the subscriptions expire by themselves.
 */
export async function unsubscribeRemoved(deps: Deps): Promise<void> {
  await deps.db.deleteFrom('source_farewell').where('forgotten_after', '<', sql<Date>`now()`).execute();
  const { rows } = await sql<Farewell>`
    update source_farewell set due_at = now() + make_interval(secs => ${againSeconds})
    where id in (select id from source_farewell where due_at <= now() limit ${batchSize} for update skip locked)
    returning *`.execute(deps.db);
  for (const row of rows) {
    try {
      await removeAll(deps, row);
      await deps.db.deleteFrom('source_farewell').where('id', '=', row.id).execute();
    } catch (error) {
      const reason = error instanceof Error ? error.message : '';
      deps.log.warn({ connection_id: row.connection_id, reason }, 'subscriptions not removed at the source');
    }
  }
}

async function removeAll(deps: Deps, row: Farewell): Promise<void> {
  const driver = Object.entries(deps.identitySources).find(([provider]) => provider === row.provider)?.[1];
  if (!driver || !('readPage' in driver) || !driver.subscriptions) return;
  const access: CalledSourceAccess = {
    connectionId: row.connection_id,
    configuration: row.configuration,
    signal: AbortSignal.timeout(callsMs),
    credential: credentialOf(deps, row),
    attributes: [],
  };
  for (const id of row.remote_ids) await driver.subscriptions.remove(access, id);
}

function credentialOf({ secrets }: Deps, row: Farewell): SourceCredential | undefined {
  const { credential_id, credential_kind: kind, sealed } = row;
  if (credential_id === null || kind === null || sealed === null) return undefined;
  return asSourceCredential(kind, secrets.open(sealed, credential_id));
}
