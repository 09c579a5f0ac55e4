import type { Administrator } from '@key2xs/contract';
import { accountStatus, checkDeputy } from '@key2xs/domain';
import { say } from '@key2xs/texts';
import { recordEvent } from '#platform/audit/audit';
import type { Deps, Tx } from '#platform/deps';
import { AppError, invalidField } from '#platform/errors';
import { endDeputySessions } from '#platform/sign-in/acting-sessions';
import { type Account, findAccount, getAccount, rightsOf } from './accounts';
import type { Managing } from './change-administrator';
import { getAdministrator } from './get-administrator';
import { refuseGrant, startGranting } from './granting';
import { getManaged } from './suspend';

type WantedDeputy = { deputy_id: string; from: string; until: string; reason: string };

/** Sessions of the deputy before end. @throws AppError not_found, forbidden, conflict, validation_failed */
export async function setDeputy(
  deps: Deps,
  { actor, caller, reader }: Managing,
  id: string,
  { deputy_id, reason, ...dates }: WantedDeputy,
): Promise<Administrator> {
  const [from, until] = [new Date(dates.from), new Date(dates.until)];
  if (until <= from) throw invalidField('until', say('administrator.endsBeforeItBegins'));
  if (until <= deps.clock()) throw invalidField('until', say('administrator.deputyOver'));
  await deps.db.transaction().execute(async (tx) => {
    const { granter, placeAbove } = await startGranting(tx, deps, actor);
    const represented = await getAccount(tx, id);
    const deputy = await findAccount(tx, deputy_id);
    if (!deputy) throw invalidField('deputy_id', say('notFound.administrator'));
    if ([represented, deputy].some((one) => one.is_service)) {
      throw new AppError('conflict', say('administrator.serviceDeputy'));
    }
    const wanted = {
      of: { id, rights: rightsOf(represented) },
      deputy: { id: deputy_id, rights: rightsOf(deputy) },
    };
    refuseGrant(checkDeputy(granter, wanted, placeAbove));
    if (accountStatus(deputy, until) !== 'active') throw invalidField('deputy_id', say('administrator.deputyInactive'));
    await writeDeputy(tx, id, { deputy_id, deputy_from: from, deputy_until: until });
    const before = await describeDeputy(tx, represented);
    const after = { deputy: deputy.username, from: from.toISOString(), until: until.toISOString() };
    await recordEvent(tx, caller, 'admin.deputy_set', { id, details: { before, after, reason } });
  });
  return getAdministrator(reader, id);
}

/** @throws AppError not_found, forbidden; conflict where there is none */
export function removeDeputy(deps: Deps, managing: Managing, id: string): Promise<{ success: true }> {
  return deps.db.transaction().execute(async (tx) => {
    const isOwn = managing.actor.id === id && !managing.actor.acting;
    const account = isOwn ? await getOwn(tx, deps, managing, id) : await getManaged(tx, deps, managing, id);
    const before = await describeDeputy(tx, account);
    if (!before) throw new AppError('conflict', say('administrator.noDeputy'));
    await writeDeputy(tx, id, { deputy_id: null, deputy_from: null, deputy_until: null });
    await recordEvent(tx, managing.caller, 'admin.deputy_removed', { id, details: { before } });
    return { success: true };
  });
}

async function getOwn(tx: Tx, deps: Deps, { actor }: Managing, id: string): Promise<Account> {
  await startGranting(tx, deps, actor);
  return getAccount(tx, id);
}

type DeputyColumns = Pick<Account, 'deputy_id' | 'deputy_from' | 'deputy_until'>;

async function writeDeputy(tx: Tx, id: string, deputy: DeputyColumns): Promise<void> {
  await tx
    .updateTable('admin')
    .set((q) => ({ ...deputy, version: q('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
  await endDeputySessions(tx, id);
}

async function describeDeputy(tx: Tx, { deputy_id, deputy_from, deputy_until }: Account) {
  if (deputy_id === null) return null;
  const deputy = await findAccount(tx, deputy_id);
  return {
    deputy: deputy?.username ?? null,
    from: deputy_from?.toISOString() ?? null,
    until: deputy_until?.toISOString() ?? null,
  };
}
