import type { SourceEventKind } from '@key2xs/contract';
import type { Sentence } from '@key2xs/texts';
import { uuidv7 } from 'uuidv7';
import type { Db } from '#platform/deps';

export type NewSourceEvent = {
  connection_id: string;
  kind: SourceEventKind;
  sentence: Sentence;
  actor_name?: string | null;
  source_ip?: string | null;
  /** With it, it is noted once at most. */
  once?: string;
};

/**
 * Notes what no other record tells of a source. What audit log, tasks and changes tell is read from there. Nothing where the
 * connection is gone.
 * @returns whether it was new
 */
export async function noteSourceEvent(db: Db, { sentence, ...event }: NewSourceEvent): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('source_event')
    .columns(['id', 'connection_id', 'kind', 'sentence', 'actor_name', 'source_ip', 'once'])
    .expression((q) =>
      q
        .selectFrom('iam_connection')
        .select((s) => [
          s.val(uuidv7()).$castTo<string>().as('id'),
          'iam_connection.id as connection_id',
          s.val(event.kind).$castTo<SourceEventKind>().as('kind'),
          s.cast<Sentence>(s.val(JSON.stringify(sentence)), 'jsonb').as('sentence'),
          s.val(event.actor_name ?? null).as('actor_name'),
          s.val(event.source_ip ?? null).as('source_ip'),
          s.val(event.once ?? null).as('once'),
        ])
        .where('id', '=', event.connection_id),
    )
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}
