import type { Answer, administrators, OpenWork } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { recordEvent } from '#platform/audit/audit';
import type { Db, Deps, Tx } from '#platform/deps';
import { AppError, invalidField } from '#platform/errors';
import type { OpenSetUps } from '#platform/server-provider';
import { isInForce, mayDo } from '#platform/sign-in/rights';
import { countAssigned, handOverAssigned, mayTakeAssigned } from '../work-list/service';
import { getAccount } from './accounts';
import type { Managing } from './change-administrator';
import { startGranting } from './granting';

export async function countOpenWork(db: Db, setUps: OpenSetUps, adminId: string): Promise<OpenWork> {
  return { work_items: await countAssigned(db, adminId), set_ups: await setUps.count(db, adminId) };
}

/** Everything that waits for one administrator goes to the other, or nothing. @throws AppError not_found, conflict, validation_failed */
export function handOver(
  deps: Deps,
  setUps: OpenSetUps,
  { actor, caller }: Managing,
  { id, to_id, reason }: { id: string; to_id: string; reason: string },
): Promise<Answer<typeof administrators.handOver>> {
  return deps.db.transaction().execute(async (tx) => {
    await startGranting(tx, deps, actor);
    const from = await getAccount(tx, id);
    if (to_id === id) throw invalidField('to_id', say('administrator.handOverToSame'));
    const count = (adminId: string) => countOpenWork(tx, setUps, adminId);
    const before = [await count(id), await count(to_id)] as const;
    await requireAble(tx, { id, to_id }, before[0]);
    await handOverAssigned(tx, id, to_id);
    await setUps.handOver(tx, id, to_id);
    const after = [await count(id), await count(to_id)] as const;
    const moved = {
      from: { before: before[0], after: after[0] },
      to: { before: before[1], after: after[1] },
    };
    const to = await getAccount(tx, to_id);
    const details = { from: from.username, to: to.username, counts: moved, reason };
    await recordEvent(tx, caller, 'admin.work_handed_over', { id, details });
    return moved;
  });
}

/** Work goes only to who may do it. @throws AppError conflict, validation_failed */
async function requireAble(tx: Tx, { id, to_id }: { id: string; to_id: string }, work: OpenWork): Promise<void> {
  const to = await tx
    .selectFrom('admin')
    .select(['username', mayDo('work_list').as('work_items'), mayDo('manage_sources').as('set_ups')])
    .where('id', '=', to_id)
    .where('is_service', '=', false)
    .where(isInForce('admin'))
    .executeTakeFirst();
  if (!to) throw invalidField('to_id', say('administrator.handOverToInactive'));
  const isAble = (work.work_items === 0 || to.work_items) && (work.set_ups === 0 || to.set_ups);
  if (!isAble || !(await mayTakeAssigned(tx, id, to_id)))
    throw new AppError('conflict', say('administrator.cannotTakeOver', { name: to.username }));
}
