import { sql } from 'kysely';
import type { Db } from '#platform/deps';
import { contentsChanged } from '../effective-access/events';
import { custodyChanged } from '../key-desk/events';

export { doorCounts } from './door-states';

/** Changes whenever a key changes hands, something else is known of what keys hold, or a case changes. */
export async function keysState(db: Db): Promise<string> {
  // Of the last minutes only, which an index finds: that the answer changes once more when an event is past them does no harm.
  const { rows } = await sql<{ state: string }>`
    select concat_ws(' ',
      (select max(id) from outbox where at > now() - interval '10 minutes'
        and kind in (${contentsChanged.kind}, ${custodyChanged.kind})),
      (select concat_ws(' ', count(*), sum(version)) from key_case)) as state`.execute(db);
  return rows[0]?.state ?? '';
}
