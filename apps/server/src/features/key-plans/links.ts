import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps } from '#platform/deps';
import { notFound } from '#platform/errors';
import { asProduct, type Reader } from '#platform/visible-to';
import { touchKeyPlan } from './plan-queries';
import { getKeyPlan } from './service';

const tables = {
  iam: { link: 'key_plan_iam_connection', connection: 'iam_connection', word: 'identity_source' },
  key_system: { link: 'key_plan_key_system', connection: 'key_system_connection', word: 'key_system' },
} as const;
export type LinkKind = keyof typeof tables;

/** What a plan is linked to, by name. @throws AppError not_found */
export async function listLinks(reader: Reader, kind: LinkKind, keyplanId: string) {
  const plan = await getKeyPlan(reader, keyplanId);
  const items = kind === 'iam' ? plan.iam_connections : plan.key_system_connections;
  return { items, total: items.length };
}

type Target = { deps: Deps; caller: Caller; kind: LinkKind; keyplan_id: string };

/** Linking twice changes nothing. @throws AppError not_found */
export async function linkConnections({ deps, caller, kind, keyplan_id }: Target, ids: readonly string[]) {
  const { link, connection, word } = tables[kind];
  return deps.db.transaction().execute(async (tx) => {
    await getKeyPlan(asProduct(tx), keyplan_id);
    const found = await tx.selectFrom(connection).select('id').where('id', 'in', ids).execute();
    if (found.length < new Set(ids).size) throw notFound(word);
    const { numInsertedOrUpdatedRows: added } = await tx
      .insertInto(link)
      .values(ids.map((connection_id) => ({ keyplan_id, connection_id })))
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    if (added) await touchKeyPlan(tx, keyplan_id, { by: caller });
    await recordEvent(tx, caller, 'key_plan.linked', { id: keyplan_id, details: { kind, connection_ids: ids } });
    return listLinks(asProduct(tx), kind, keyplan_id);
  });
}

/** @throws AppError not_found */
export async function unlinkConnection(
  { deps, caller, kind, keyplan_id }: Target,
  connection_id: string,
): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom(tables[kind].link)
      .where('keyplan_id', '=', keyplan_id)
      .where('connection_id', '=', connection_id)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw notFound('link');
    await touchKeyPlan(tx, keyplan_id, { by: caller });
    await recordEvent(tx, caller, 'key_plan.unlinked', { id: keyplan_id, details: { kind, connection_id } });
  });
}
