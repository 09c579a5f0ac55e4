import type { NeedsYou } from '@key2xs/contract';
import { sql } from 'kysely';
import type { Deps } from '#platform/deps';
import { type Reader, visibleTo } from '#platform/visible-to';
import { daysUntil } from '#platform/warning-days';
import { listEndingCredentials } from '../source-credentials/service';

const warnedDays = 30;

/** What identity sources need a person for: a credential in use that ends without a next one, and open conflicts. */
export const listOfSources = async ({ clock }: Pick<Deps, 'clock'>, reader: Reader): Promise<NeedsYou[]> => [
  ...(await listEnding(reader, clock())),
  ...(await listOpenConflicts(reader)),
];

async function listEnding(reader: Reader, now: Date): Promise<NeedsYou[]> {
  const ending = await listEndingCredentials(reader, now, warnedDays);
  return ending.map(({ connection_id, name, kind, expires_at }) => ({
    kind: 'source_credential',
    id: connection_id,
    name,
    credential: kind,
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
