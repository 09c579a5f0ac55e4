import type { SourceEventKind } from '@key2xs/contract';
import type { Sentence } from '@key2xs/texts';
import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Db } from '#platform/deps';
import { insertOnce } from '#platform/events/noticed';

export type NewSourceEvent = {
  connection_id: string;
  kind: SourceEventKind;
  sentence: Sentence;
  actor_name?: string | null;
  source_ip?: string | null;
  /** What makes it a new one of its kind; with it, it is noted once at most. */
  once?: string;
};

/**
 * Notes what no other record tells of a source. What audit log, tasks and changes tell is read from there. Nothing where the
 * connection is gone.
 */
export async function noteSourceEvent(db: Db, { sentence, once, ...event }: NewSourceEvent): Promise<void> {
  const { connection_id, kind, actor_name = null, source_ip = null } = event;
  const first =
    once === undefined ? sql`select true` : insertOnce({ notice: kind, subject: connection_id, discriminator: once });
  await sql`
    with first as (${first})
    insert into source_event (id, connection_id, kind, sentence, actor_name, source_ip)
    select ${uuidv7()}::uuid, id, ${kind}, ${JSON.stringify(sentence)}::jsonb, ${actor_name}, ${source_ip}
    from iam_connection where id = ${connection_id} and exists (select from first)`.execute(db);
}
