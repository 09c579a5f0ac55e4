import type { acting, Output, Session } from '@key2xs/contract';
import { accountStatus, isDeputyRole, isWithin } from '@key2xs/domain';
import { say } from '@key2xs/texts';
import { recordEvent } from '#platform/audit/audit';
import type { Actor, Db, Deps, Tx } from '#platform/deps';
import { AppError } from '#platform/errors';
import { emit } from '#platform/events/event-kind';
import { type ActingSession, startActingSession } from '#platform/sign-in/acting-sessions';
import { type Account, findAccount, getAccount, rightsOf } from './accounts';
import type { Managing } from './change-administrator';
import { administratorViewed } from './events';
import { refuseGrant, startGranting } from './granting';

const viewMs = 15 * 60_000;

/** For whom the caller may act now. */
export async function listDeputyships(
  db: Db,
  actor: Actor,
  now: Date,
): Promise<Output<typeof acting.deputyships>['items']> {
  if (actor.acting) return [];
  const rows = await db
    .selectFrom('admin')
    .select(['id', 'username', 'name', 'role', 'suspended_at', 'valid_from', 'valid_until', 'deputy_id'])
    .select(['deputy_from', 'deputy_until'])
    .where('deputy_id', '=', actor.id)
    .orderBy('username_folded')
    .execute();
  return rows.flatMap((row) => {
    const { id, username, name, deputy_until } = row;
    return deputy_until && isDeputyNow(row, actor, now)
      ? [{ id, username, name, until: deputy_until.toISOString() }]
      : [];
  });
}

type Represented = Pick<
  Account,
  'role' | 'suspended_at' | 'valid_from' | 'valid_until' | 'deputy_id' | 'deputy_from' | 'deputy_until'
>;

const isDeputyNow = (of: Represented, actor: Actor, now: Date): boolean =>
  of.deputy_id === actor.id &&
  of.deputy_from !== null &&
  of.deputy_from <= now &&
  of.deputy_until !== null &&
  of.deputy_until > now &&
  accountStatus(of, now) === 'active' &&
  isDeputyRole(of, actor);

/** The same refusal for every administrator whom the caller may not represent now. @throws AppError conflict */
export function actFor(
  deps: Deps,
  { actor, caller }: Pick<Managing, 'actor' | 'caller'>,
  id: string,
): Promise<Session> {
  refuseActing(actor);
  return deps.db.transaction().execute(async (tx) => {
    const { granter } = await startGranting(tx, deps, actor);
    const of = await findAccount(tx, id);
    const isDeputy = of && isDeputyNow(of, { ...actor, role: granter.rights.role }, deps.clock());
    if (!isDeputy || !of.deputy_until) throw new AppError('conflict', say('administrator.notDeputy'));
    const session = await startSecond(tx, deps, actor, { actsFor: id, as: 'deputy', endsAt: of.deputy_until });
    const details = { session: session.id, until: of.deputy_until.toISOString() };
    await recordEvent(tx, caller, 'admin.acted_for', { id, details });
    return session;
  });
}

/**
 * The audit log has the view before the session exists, and the event that informs the administrator is stored with it.
 * @throws AppError not_found, forbidden, conflict
 */
export async function view(
  deps: Deps,
  { actor, caller }: Pick<Managing, 'actor' | 'caller'>,
  id: string,
  reason: string,
): Promise<Session> {
  refuseActing(actor);
  await deps.db.transaction().execute(async (tx) => {
    await requireViewable(tx, deps, actor, id);
    await recordEvent(tx, caller, 'admin.viewed', { id, details: { reason, minutes: viewMs / 60_000 } });
    await emit(tx, administratorViewed, { admin_id: id, by: actor.username, reason });
  });
  return deps.db.transaction().execute(async (tx) => {
    await requireViewable(tx, deps, actor, id);
    const endsAt = new Date(deps.clock().getTime() + viewMs);
    return startSecond(tx, deps, actor, { actsFor: id, as: 'view', reason, endsAt });
  });
}

async function requireViewable(tx: Tx, deps: Deps, actor: Actor, id: string): Promise<void> {
  const { granter, placeAbove } = await startGranting(tx, deps, actor);
  const account = await getAccount(tx, id);
  if (id === granter.id) throw new AppError('conflict', say('administrator.ownView'));
  if (account.role === 'superadmin') throw new AppError('conflict', say('administrator.superAdminView'));
  if (account.is_service || accountStatus(account, deps.clock()) !== 'active') {
    throw new AppError('conflict', say('administrator.inactiveView'));
  }
  if (!isWithin(rightsOf(account), granter.rights, placeAbove)) refuseGrant('has_more');
}

function refuseActing(actor: Actor): void {
  if (actor.acting) throw new AppError('conflict', say('administrator.alreadyActing'));
}

async function startSecond(tx: Tx, deps: Deps, actor: Actor, wanted: ActingSession): Promise<Session & { id: string }> {
  const session = await startActingSession(tx, deps, actor.proof.id, wanted);
  if (!session) throw new AppError('unauthenticated', say('signIn.first'));
  return session;
}
