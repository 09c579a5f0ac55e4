import type { NeedsYou } from '@key2xs/contract';
import { sql } from 'kysely';
import type { Deps } from '#platform/deps';
import { type Reader, visibleTo } from '#platform/visible-to';
import { daysUntil } from '../source-credentials/service';

const dayMs = 86_400_000;
const warnedDays = 30;

/** What identity sources need a person for: a credential in use that ends without a next one, and open conflicts. */
export const listOfSources = async ({ clock }: Pick<Deps, 'clock'>, reader: Reader): Promise<NeedsYou[]> => [
  ...(await listEndingCredentials(reader, clock())),
  ...(await listOpenConflicts(reader)),
];

type Ending = { id: string; name: string; ends_at: Date };

async function listEndingCredentials({ db, viewer }: Reader, now: Date): Promise<NeedsYou[]> {
  const soon = new Date(now.getTime() + warnedDays * dayMs);
  const { rows } = await sql<Ending>`
    select source.id, source.name, credential.expires_at as ends_at
    from iam_connection as source join source_credential as credential on credential.connection_id = source.id
    where source.is_active and credential.state = 'active' and credential.expires_at < ${soon}
      and not exists (select from source_credential as successor
                      where successor.connection_id = source.id and successor.state = 'next')
      and ${visibleTo(viewer, 'identity_sources')}
    order by credential.expires_at`.execute(db);
  return rows.map(({ ends_at, ...row }) => ({
    kind: 'source_credential',
    ...row,
    ends_at: ends_at.toISOString(),
    days_left: daysUntil(ends_at, now),
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
