import type { Administrator } from '@key2xs/contract';
import { checkGrant } from '@key2xs/domain';
import { say } from '@key2xs/texts';
import { recordEvent } from '#platform/audit/audit';
import type { Deps, Tx } from '#platform/deps';
import { AppError } from '#platform/errors';
import { emit } from '#platform/events/event-kind';
import { endAccess } from '#platform/sign-in/sessions';
import { type Account, getAccount, rightsOf } from './accounts';
import type { Managing } from './change-administrator';
import { administratorSuspended } from './events';
import { getAdministrator } from './get-administrator';
import { refuseGrant, requireSuperAdmin, startGranting } from './granting';

/** For what changes no rights in itself: the same rules, before and after. @throws AppError not_found, forbidden */
export async function getManaged(tx: Tx, deps: Deps, { actor }: Pick<Managing, 'actor'>, id: string): Promise<Account> {
  const { granter, placeAbove } = await startGranting(tx, deps, actor);
  const account = await getAccount(tx, id);
  const rights = rightsOf(account);
  refuseGrant(checkGrant(granter, { id, before: rights, after: rights }, placeAbove));
  return account;
}

/** @throws AppError not_found, forbidden, conflict */
export async function suspend(deps: Deps, managing: Managing, id: string, reason: string): Promise<Administrator> {
  await deps.db.transaction().execute(async (tx) => {
    const { role, suspended_at } = await getManaged(tx, deps, managing, id);
    if (suspended_at) throw new AppError('conflict', say('administrator.isSuspended'));
    await setSuspended(tx, id, deps.clock());
    await endAccess(tx, id);
    if (role === 'superadmin') await requireSuperAdmin(tx, deps.clock());
    await recordEvent(tx, managing.caller, 'admin.suspended', { id, details: { reason } });
    await emit(tx, administratorSuspended, { admin_id: id });
  });
  return getAdministrator(managing.reader, id);
}

/** @throws AppError not_found, forbidden, conflict */
export async function resume(deps: Deps, managing: Managing, id: string, reason: string): Promise<Administrator> {
  await deps.db.transaction().execute(async (tx) => {
    const { suspended_at } = await getManaged(tx, deps, managing, id);
    if (!suspended_at) throw new AppError('conflict', say('administrator.isNotSuspended'));
    await setSuspended(tx, id, null);
    await recordEvent(tx, managing.caller, 'admin.resumed', {
      id,
      details: { suspended_at: suspended_at.toISOString(), reason },
    });
  });
  return getAdministrator(managing.reader, id);
}

async function setSuspended(tx: Tx, id: string, suspended_at: Date | null): Promise<void> {
  await tx
    .updateTable('admin')
    .set((q) => ({ suspended_at, version: q('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** Also of those who act for the administrator. @throws AppError not_found, forbidden */
export function endSessionsOf(deps: Deps, managing: Managing, id: string, reason: string): Promise<{ ended: number }> {
  return deps.db.transaction().execute(async (tx) => {
    await getManaged(tx, deps, managing, id);
    const { count } = await tx
      .selectFrom('session')
      .select((q) => q.fn.countAll<string>().as('count'))
      .where((q) => q.or([q('admin_id', '=', id), q('acts_for', '=', id)]))
      .executeTakeFirstOrThrow();
    await endAccess(tx, id);
    const ended = Number(count);
    await recordEvent(tx, managing.caller, 'admin.sessions_ended', { id, details: { ended, reason } });
    return { ended };
  });
}
