import type { KeyCounts } from '@key2xs/contract';
import { type RawBuilder, sql } from 'kysely';
import { containing } from '#platform/list/containing';
import { type Reader, visibleTo } from '#platform/visible-to';
import { heldKeys } from './held-keys';
import { custodyConditions } from './key-source';
import { isToDo } from './key-tasks';
import { standingsOf } from './relation';

type Wanted = { connection_id?: string | undefined; search?: string | undefined };

/** How many of the reader's keys are where, in one statement. A search is that of the list without the names of holders. */
export async function countKeys(reader: Reader, now: Date, { connection_id, search }: Wanted): Promise<KeyCounts> {
  const conditions = custodyConditions(now);
  const count = (condition: RawBuilder<boolean>) => sql<number>`count(*) filter (where ${condition})::int`;
  const { rows } = await sql<KeyCounts>`
    select ${count(conditions.in_stock)} as in_stock, ${count(conditions.handed_out)} as handed_out,
      ${count(conditions.overdue)} as overdue, ${count(conditions.due_soon)} as due_soon, ${count(conditions.lost)} as lost,
      ${count(conditions.broken)} as broken, ${count(sql`pending.id is not null`)} as update_pending,
      ${count(conditions.to_record)} as to_record
    from ${standingsOf(reader)}
    left join (select held.id from (${heldKeys(reader)}) as held where ${isToDo(reader).to_update}) as pending
      on pending.id = standing.key_id
    where standing.deleted_at is null and ${visibleTo(reader.viewer, 'keys')}
      and ${connection_id ? sql`standing.connection_id = ${connection_id}` : sql`true`}
      and ${search ? sql`standing.search_text like ${containing(search)}` : sql`true`}`.execute(reader.db);
  const [counts] = rows;
  if (!counts) throw new Error('an aggregate without a row');
  return counts;
}
