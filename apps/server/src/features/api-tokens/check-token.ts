import type { AdminFunction, AdminScope } from '@key2xs/contract';
import { foldText, isWithin, type PlaceAbove, type Rights } from '@key2xs/domain';
import { say } from '@key2xs/texts';
import type { Db, Scope, Tx } from '#platform/deps';
import { AppError, invalidField } from '#platform/errors';
import { findMaxDays } from './queries';

const dayMs = 86_400_000;

/** @throws AppError validation_failed for a moment that has passed or that the policy does not allow */
export async function checkEnd(db: Db, now: Date, expires_at: string): Promise<Date> {
  const end = new Date(expires_at);
  if (end <= now) throw invalidField('expires_at', say('apiToken.past'));
  const count = await findMaxDays(db);
  if (end.getTime() - now.getTime() > count * dayMs)
    throw invalidField('expires_at', say('apiToken.tooLong', { count }));
  return end;
}

type Limits = { departments: string[] | null; places: string[] | null };

/**
 * The limits of a token as they are stored, checked against what its owner may do now.
 * @throws AppError validation_failed
 */
export async function checkLimits(
  tx: Tx,
  owner: Rights,
  { functions, scope }: { functions: readonly AdminFunction[] | null; scope: AdminScope | null },
): Promise<Limits> {
  if (owner.role === 'subadmin') {
    if (functions === null) throw invalidField('functions', say('apiToken.everything'));
    if (functions.some((name) => !owner.functions.includes(name)))
      throw invalidField('functions', say('apiToken.moreFunctions'));
  }
  const limits: Limits = {
    departments: scope?.departments ? [...new Set(scope.departments.map(foldText))].sort() : null,
    places: scope?.places ? [...new Set(scope.places)].sort() : null,
  };
  const reached = {
    departments: limits.departments ?? owner.scope?.departments ?? null,
    places: limits.places ?? owner.scope?.places ?? null,
  };
  const inner: Rights = { role: 'subadmin', functions: [], scope: reached };
  if (!isWithin(inner, owner, await readPlacesAbove(tx, owner.scope)))
    throw invalidField('scope', say('apiToken.outsideScope'));
  return limits;
}

/** The tree of places, where a scope names some. */
async function readPlacesAbove(tx: Tx, scope: Scope | null): Promise<PlaceAbove> {
  if (!scope?.places) return () => undefined;
  const places = await tx.selectFrom('location').select(['id', 'parent_id']).execute();
  const above = new Map(places.map(({ id, parent_id }) => [id, parent_id]));
  return (id) => above.get(id) ?? undefined;
}

/** An administrator has few programs; more tokens are forgotten ones. */
export function checkCount(present: number, most: number): void {
  if (present >= most) throw new AppError('conflict', say('apiToken.tooMany', { most }));
}
