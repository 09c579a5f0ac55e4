import type { SourceEvent, SourceEventKind } from '@key2xs/contract';
import type { Sentence } from '@key2xs/texts';
import { type RawBuilder, sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Db } from '#platform/deps';
import { insertOnce } from '#platform/events/noticed';

export type NewSourceEvent = {
  connection_id: string;
  kind: SourceEventKind;
  sentence: Sentence;
  actor_name?: string | null;
  source_ip?: string | null;
  task_id?: string | null;
  change_set_id?: string | null;
  /** Of a mapping. */
  changes?: SourceEvent['changes'];
  /** When it happened, if that was before the transaction. */
  at?: Date;
};

/** Notes what happened to identity sources, in the transaction of the change. Nothing of connections that are gone. */
export async function noteSourceEvents(db: Db, events: readonly NewSourceEvent[]): Promise<void> {
  if (events.length > 0) await insertEvents(events, sql`select true`).execute(db);
}

/** `once`: what makes it a new one of its kind; then it is noted once at most. */
export async function noteSourceEvent(db: Db, { once, ...event }: NewSourceEvent & { once?: string }): Promise<void> {
  const { kind: notice, connection_id: subject } = event;
  const first = once === undefined ? sql`select true` : insertOnce({ notice, subject, discriminator: once });
  await insertEvents([event], first).execute(db);
}

const insertEvents = (events: readonly NewSourceEvent[], first: RawBuilder<unknown>) => sql`
  with first as (${first})
  insert into source_event (id, connection_id, kind, at, actor_name, source_ip, sentence, task_id, change_set_id, changes)
  select new.id, connection_id, kind, coalesce(at, now()), actor_name, source_ip, sentence, task_id, change_set_id,
    coalesce(changes, '[]')
  from jsonb_to_recordset(${JSON.stringify(events.map((event) => ({ ...event, id: uuidv7() })))}::jsonb) as new (
    id uuid, connection_id uuid, kind text, at timestamptz, actor_name text, source_ip text, sentence jsonb, task_id uuid,
    change_set_id uuid, changes jsonb)
  join iam_connection on iam_connection.id = connection_id
  where exists (select from first)`;
