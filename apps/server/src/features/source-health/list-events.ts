import type { Page, SourceEvent } from '@key2xs/contract';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { type Selectable, sql } from 'kysely';
import type { Db } from '#platform/deps';
import type { Schema } from '#platform/schema/schema';
import type { Reader } from '#platform/visible-to';

type EventRow = Selectable<Schema['source_event']>;

/** The newest first. Of a task or changes that were deleted since, it says nothing. */
export async function listEvents(db: Db, id: string, { limit, offset }: Page): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select event.*, task.id as task_id, change_set.id as change_set_id
    from (
      select * from source_event where connection_id = ${id} order by at desc, id desc limit ${limit} offset ${offset}
    ) as event
    left join sync_task as task on task.id = event.task_id
    left join change_set on change_set.id = event.change_set_id
    order by event.at desc, event.id desc`.execute(db);
  return rows;
}

export async function countEvents(db: Db, id: string): Promise<number> {
  const { count } = await db
    .selectFrom('source_event')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('connection_id', '=', id)
    .executeTakeFirstOrThrow();
  return count;
}

/** As a caller is shown it. */
export function presentEvent(row: EventRow, { language }: Reader): SourceEvent {
  const { id, kind, at, sentence, actor_name: actor, source_ip, task_id, change_set_id, changes } = row;
  const message = renderSentence(sentence, language);
  return { id, kind, at: at.toISOString(), message, actor, source_ip, task_id, change_set_id, changes };
}
