import type { NeedsYou } from '@key2xs/contract';
import { sql } from 'kysely';
import type { Deps } from '#platform/deps';
import { type Reader, visibleTo } from '#platform/visible-to';
import { daysUntil, listEndingCredentials as listEnding } from '../source-credentials/service';

const warnedDays = 30;

/** What identity sources need a person for: a credential in use that ends without a next one, and open conflicts. */
export const listOfSources = async ({ clock }: Pick<Deps, 'clock'>, reader: Reader): Promise<NeedsYou[]> => [
  ...(await listEndingCredentials(reader, clock())),
  ...(await listOpenConflicts(reader)),
];

/** Where another one waits to be activated, somebody is at it already. */
async function listEndingCredentials(reader: Reader, now: Date): Promise<NeedsYou[]> {
  const ending = await listEnding(reader, now, warnedDays);
  const next = await reader.db
    .selectFrom('source_credential')
    .select('connection_id')
    .where('state', '=', 'next')
    .execute();
  const succeeded = new Set(next.map(({ connection_id }) => connection_id));
  return ending
    .filter(({ connection_id }) => !succeeded.has(connection_id))
    .map(({ connection_id: id, name, expires_at }) => ({
      kind: 'source_credential',
      id,
      name,
      ends_at: expires_at.toISOString(),
      days_left: daysUntil(expires_at, now),
    }));
}

type Open = { id: string; name: string; count: number; at: Date };

async function listOpenConflicts({ db, viewer }: Reader): Promise<NeedsYou[]> {
  const { rows } = await sql<Open>`
    select source.id, source.name, count(*)::int as count, min(conflict.found_at) as at
    from iam_connection as source join directory_conflict as conflict on conflict.connection_id = source.id
    where conflict.state = 'open' and ${visibleTo(viewer, 'people')}
    group by source.id order by lower(source.name)`.execute(db);
  return rows.map(({ at, ...row }) => ({ kind: 'conflict', ...row, at: at.toISOString() }));
}
