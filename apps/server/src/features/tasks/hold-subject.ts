import { type SubjectKind, type TaskKind, taskKinds } from '@key2xs/contract';
import type { Tx } from '#platform/deps';
import { notFound } from '#platform/errors';

/** Table of each kind of subject, and its noun in "not found". */
const subjects = {
  iam_connection: 'identity_source',
  key_system_connection: 'key_system',
  generator_run: 'generator_run',
} as const satisfies Record<SubjectKind, Parameters<typeof notFound>[0]>;

/**
 * Locks the subject of a kind of task against deletion until the transaction ends, so that starting a task and deleting never
 * overlap.
 * @returns its name @throws AppError not_found
 */
export const holdSubject = (tx: Tx, kind: TaskKind, id: string): Promise<string> =>
  hold(tx, taskKinds[kind].subject, id);

/** The same for a source that a sync names. */
export const holdSource = (tx: Tx, id: string): Promise<string> => hold(tx, 'iam_connection', id);

async function hold(tx: Tx, table: SubjectKind, id: string): Promise<string> {
  const held = await tx.selectFrom(table).select('name').where('id', '=', id).forKeyShare().executeTakeFirst();
  if (!held) throw notFound(subjects[table]);
  return held.name;
}
