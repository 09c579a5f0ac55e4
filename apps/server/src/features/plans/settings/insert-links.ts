import type { Tx } from '#platform/deps';
import { notFound } from '#platform/errors';

export const linkTables = {
  iam: { link: 'key_plan_iam_connection', connection: 'iam_connection', word: 'identity_source' },
  key_system: { link: 'key_plan_key_system', connection: 'key_system_connection', word: 'key_system' },
} as const;
export type LinkKind = keyof typeof linkTables;

/** @returns whether a link is new. @throws AppError not_found when a connection does not exist */
export async function insertLinks(
  tx: Tx,
  { kind, keyplan_id }: { kind: LinkKind; keyplan_id: string },
  ids: readonly string[],
): Promise<boolean> {
  if (ids.length === 0) return false;
  const { link, connection, word } = linkTables[kind];
  const found = await tx.selectFrom(connection).select('id').where('id', 'in', ids).execute();
  if (found.length < new Set(ids).size) throw notFound(word);
  const { numInsertedOrUpdatedRows: added } = await tx
    .insertInto(link)
    .values(ids.map((connection_id) => ({ keyplan_id, connection_id })))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return Boolean(added);
}

/** Links a plan to these alone. @returns whether that changed any. @throws AppError not_found for a missing connection */
export async function replaceLinks(
  tx: Tx,
  target: { kind: LinkKind; keyplan_id: string },
  ids: readonly string[],
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom(linkTables[target.kind].link)
    .where('keyplan_id', '=', target.keyplan_id)
    .where((q) => q.not(q('connection_id', '=', q.fn.any(q.val([...ids])))))
    .executeTakeFirst();
  return (await insertLinks(tx, target, ids)) || numDeletedRows > 0n;
}
