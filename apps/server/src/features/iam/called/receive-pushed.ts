import type { SourcePage } from '@key2xs/drivers';
import { refuseDuringRun } from '#features/tasks/service';
import type { Tx } from '#platform/deps';
import { lockConnection } from '../queries';
import { findCopy } from './replica-queries';
import { savePage } from './save-page';

export type Pushed = Pick<SourcePage, 'people' | 'groups'> & {
  connection: { id: string; name: string };
  /** The source has sent all its people. Even then only those sent as gone are gone. */
  isWhole?: boolean;
};

/**
 * Adds what a source has sent to its copy, in the caller's transaction. Compared at the next run.
 * @throws AppError sync_in_progress: a run reads the copy, the source has to send it again
 */
export async function receivePushed(tx: Tx, { connection, people, groups, isWhole = false }: Pushed): Promise<void> {
  await lockConnection(tx, connection.id);
  await refuseDuringRun(tx, connection.id, connection.name);
  const before = await findCopy(tx, connection.id);
  const names = people.flatMap((person) => ('gone' in person ? [] : Object.keys(person.values)));
  const attributes = [...new Set([...(before?.attributes ?? []), ...names])];
  const whole = { is_whole: isWhole || before?.is_whole === true };
  const copy = await tx
    .insertInto('source_copy')
    .values({ connection_id: connection.id, task_id: null, cursor: null, attributes, ...whole })
    .onConflict((conflict) =>
      conflict.column('connection_id').doUpdateSet((q) => ({
        attributes,
        ...whole,
        version: q('source_copy.version', '+', '1'),
        read_at: q.fn<Date>('now'),
        ...(isWhole && { full_read_at: q.fn<Date>('now') }),
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
  await savePage(tx, copy, { people, groups });
}
