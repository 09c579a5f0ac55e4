import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps } from '#platform/deps';
import { notFound } from '#platform/errors';
import { asCaller, type Reader } from '#platform/visible-to';
import { getKeyPlan } from './get-plan';
import { insertLinks, type LinkKind, linkTables } from './insert-links';
import { touchKeyPlan } from './plan-queries';

/** What a plan is linked to, by name. @throws AppError not_found */
export async function listLinks(reader: Reader, kind: LinkKind, keyplanId: string) {
  const plan = await getKeyPlan(reader, keyplanId);
  const items = kind === 'iam' ? plan.iam_connections : plan.key_system_connections;
  return { items, total: items.length };
}

type Target = { deps: Deps; caller: Caller; kind: LinkKind; keyplan_id: string };

/** Linking twice changes nothing. @throws AppError not_found */
export async function linkConnections({ deps, caller, kind, keyplan_id }: Target, ids: readonly string[]) {
  return deps.db.transaction().execute(async (tx) => {
    await getKeyPlan(asCaller(tx, caller), keyplan_id);
    if (await insertLinks(tx, { kind, keyplan_id }, ids)) await touchKeyPlan(tx, keyplan_id, { by: caller });
    await recordEvent(tx, caller, 'key_plan.linked', { id: keyplan_id, details: { kind, connection_ids: ids } });
    return listLinks(asCaller(tx, caller), kind, keyplan_id);
  });
}

/** @throws AppError not_found */
export async function unlinkConnection(
  { deps, caller, kind, keyplan_id }: Target,
  connection_id: string,
): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom(linkTables[kind].link)
      .where('keyplan_id', '=', keyplan_id)
      .where('connection_id', '=', connection_id)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw notFound('link');
    await touchKeyPlan(tx, keyplan_id, { by: caller });
    await recordEvent(tx, caller, 'key_plan.unlinked', { id: keyplan_id, details: { kind, connection_id } });
  });
}
