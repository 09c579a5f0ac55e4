import { accountStatus, type DeputyProblem, type Granter, hasLastingSuperAdmin, type PlaceAbove } from '@key2xs/domain';
import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import type { Actor, Deps, Tx } from '#platform/deps';
import { AppError } from '#platform/errors';
import { findActorsOf } from '#platform/sign-in/actor-finder';
import { placesAbove } from '../locations/service';
import { findAccount, listSuperAdmins } from './accounts';

const administratorsLock = 4_203_791_558;

/** Serializes registrations and changes of rights until the commit, so that what a rule was checked against still holds. */
export async function lockAdministrators(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${administratorsLock})`.execute(tx);
}

/** Who grants, and the tree of places that scopes name. */
export type Granting = { granter: Granter; placeAbove: PlaceAbove };

/**
 * Locks the administrators and reads the rights of the caller again: they may have ended since the request came in.
 * @throws AppError unauthenticated
 */
export async function startGranting(tx: Tx, { clock }: Pick<Deps, 'clock'>, actor: Actor): Promise<Granting> {
  await lockAdministrators(tx);
  const present = await findPresent(tx, { clock }, actor);
  if (!present) throw new AppError('unauthenticated', say('signIn.first'));
  const { id, role, functions, scope, acting } = present;
  const rights = { role, functions, scope };
  return { granter: { id, actsFor: acting?.id ?? null, rights }, placeAbove: await placesAboveFor(tx, scope) };
}

/** A token has the rights that its request came with, while its owner is in force. */
async function findPresent(tx: Tx, { clock }: Pick<Deps, 'clock'>, actor: Actor): Promise<Actor | undefined> {
  const { kind, id } = actor.proof;
  if (kind === 'session') return (await findActorsOf({ db: tx, clock }, [id])).get(id);
  const owner = await findAccount(tx, actor.id);
  return owner && accountStatus(owner, clock()) === 'active' ? actor : undefined;
}

/** Only a scope with places needs the tree. */
export async function placesAboveFor(tx: Tx, scope: { places: unknown } | null): Promise<PlaceAbove> {
  if (!scope?.places) return () => undefined;
  const above = await placesAbove(tx);
  return (id) => above.get(id) ?? undefined;
}

const problems = {
  own_rights: 'administrator.ownRights',
  has_more: 'administrator.hasMore',
  gets_more: 'administrator.getsMore',
  same_person: 'administrator.ownDeputy',
  lower_role: 'administrator.lowerDeputy',
} as const satisfies Record<DeputyProblem, string>;

/** @throws AppError forbidden */
export function refuseGrant(problem: DeputyProblem | undefined): void {
  if (problem) throw new AppError('forbidden', say(problems[problem]));
}

/** Call after the change, in its transaction. @throws AppError conflict */
export async function requireSuperAdmin(tx: Tx, now: Date): Promise<void> {
  if (!hasLastingSuperAdmin(await listSuperAdmins(tx), now)) {
    throw new AppError('conflict', say('administrator.lastSuperAdmin'));
  }
}
