import type { Subject } from '@key2xs/contract';
import type { Tx } from '#platform/deps';
import { notFound } from '#platform/errors';

const nouns = { iam_connection: 'identity_source', key_system_connection: 'key_system' } as const;

/**
 * Locks a connection against deletion until the transaction ends, so that starting a task and deleting never overlap.
 * @returns its name @throws AppError not_found
 */
export async function holdSubject(tx: Tx, { table, id }: Subject): Promise<string> {
  const held = await tx.selectFrom(table).select('name').where('id', '=', id).forKeyShare().executeTakeFirst();
  if (!held) throw notFound(nouns[table]);
  return held.name;
}
