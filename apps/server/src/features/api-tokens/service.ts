import { type ApiToken, type ApiTokenPolicy, type apiTokens, maxApiTokens, type Parsed } from '@key2xs/contract';
import type { Rights } from '@key2xs/domain';
import { say } from '@key2xs/texts';
import { recordEvent } from '#platform/audit/audit';
import type { Actor, Caller, Db, Deps, Tx } from '#platform/deps';
import { AppError, notFound } from '#platform/errors';
import { deleteApiToken, insertApiToken, rotateApiToken } from '#platform/sign-in/api-tokens';
import { holdSession } from '#platform/sign-in/sessions';
import type { Reader } from '#platform/visible-to';
import { findAdmin } from '../auth/service';
import { checkCount, checkEnd, checkLimits } from './check-token';
import { presentToken } from './present';
import { countTokens, findMaxDays, findToken, listOwnTokens, listTokens, saveMaxDays, type TokenRow } from './queries';

type By = { actor: Actor; caller: Caller };
type Issued = { token: ApiToken; secret: string };
type Wanted = Parsed<typeof apiTokens.create>['body'];

export async function getOwnTokens({ db, clock }: Pick<Deps, 'db' | 'clock'>, ownerId: string): Promise<ApiToken[]> {
  const now = clock();
  return (await listOwnTokens(db, now, ownerId)).map((row) => presentToken(row, now));
}

export async function getAllTokens({ clock }: Pick<Deps, 'clock'>, reader: Reader): Promise<ApiToken[]> {
  const now = clock();
  return (await listTokens(reader, now)).map((row) => presentToken(row, now));
}

/**
 * What its owner may do is checked for the screen's sake; what counts is checked at each use.
 * @throws AppError validation_failed, forbidden, not_found, conflict
 */
export function createToken(
  deps: Deps,
  { actor, caller }: By,
  { owner_id = actor.id, name, functions, scope, is_read_only, expires_at }: Wanted,
): Promise<Issued> {
  const now = deps.clock();
  return deps.db.transaction().execute(async (tx) => {
    await holdSession(tx, actor, now);
    const owner = await rightsOfOwner(tx, actor, owner_id);
    const limits = await checkLimits(tx, owner, { functions, scope });
    const end = await checkEnd(tx, now, expires_at);
    checkCount(await countTokens(tx, owner_id), maxApiTokens);
    const id = deps.newId();
    const row = { id, admin_id: owner_id, name, functions, ...limits, is_read_only, created_at: now, expires_at: end };
    const secret = await insertApiToken(tx, { ...row, functions: functions && [...functions] });
    return issued(tx, { now, caller, action: 'api_token.created', id, secret });
  });
}

/** @throws AppError validation_failed, forbidden, not_found */
export function rotateToken(
  deps: Deps,
  { actor, caller }: By,
  { id, expires_at }: { id: string; expires_at: string },
): Promise<Issued> {
  const now = deps.clock();
  return deps.db.transaction().execute(async (tx) => {
    await holdSession(tx, actor, now);
    requireOwnSession(actor);
    const { admin_id, is_service } = await getToken(tx, now, id);
    if (admin_id !== actor.id && !(is_service && actor.role === 'superadmin')) throw notFound('api_token');
    const secret = await rotateApiToken(tx, id, { now, expires_at: await checkEnd(tx, now, expires_at) });
    return issued(tx, { now, caller, action: 'api_token.rotated', id, secret });
  });
}

/** At once, also for its open streams. @throws AppError forbidden, not_found */
export function revokeToken(deps: Deps, { actor, caller }: By, id: string): Promise<void> {
  const now = deps.clock();
  return deps.db.transaction().execute(async (tx) => {
    await holdSession(tx, actor, now);
    requireOwnSession(actor);
    const row = await getToken(tx, now, id);
    if (row.admin_id !== actor.id && actor.role !== 'superadmin') throw notFound('api_token');
    await deleteApiToken(tx, id);
    await recordEvent(tx, caller, 'api_token.revoked', { id, details: detailsOf(row) });
  });
}

export const getPolicy = async (db: Db): Promise<ApiTokenPolicy> => ({ max_days: await findMaxDays(db) });

export function changePolicy(deps: Deps, caller: Caller, { max_days }: ApiTokenPolicy): Promise<ApiTokenPolicy> {
  return deps.db.transaction().execute(async (tx) => {
    const before = await findMaxDays(tx);
    await saveMaxDays(tx, max_days);
    await recordEvent(tx, caller, 'api_token_policy.updated', { details: { before, after: max_days } });
    return { max_days };
  });
}

async function rightsOfOwner(tx: Tx, actor: Actor, ownerId: string): Promise<Rights> {
  requireOwnSession(actor);
  if (ownerId !== actor.id && actor.role !== 'superadmin') throw notFound('administrator');
  const owner = await findAdmin(tx, ownerId);
  if (!owner) throw notFound('administrator');
  if (ownerId !== actor.id && !owner.is_service) throw new AppError('conflict', say('apiToken.notService'));
  return owner;
}

/** Who acts for someone else would leave them a token. */
function requireOwnSession({ acting }: Actor): void {
  if (acting) throw new AppError('forbidden', say('apiToken.acting'));
}

async function getToken(tx: Tx, now: Date, id: string): Promise<TokenRow> {
  const row = await findToken(tx, now, id);
  if (!row) throw notFound('api_token');
  return row;
}

type Issuing = {
  now: Date;
  caller: Caller;
  action: 'api_token.created' | 'api_token.rotated';
  id: string;
  secret: string;
};

async function issued(tx: Tx, { now, caller, action, id, secret }: Issuing): Promise<Issued> {
  const row = await getToken(tx, now, id);
  await recordEvent(tx, caller, action, { id, details: detailsOf(row) });
  return { token: presentToken(row, now), secret };
}

const detailsOf = ({ name, username, shown, functions, named_scope, is_read_only, ends_at }: TokenRow) => ({
  name,
  owner: username,
  shown,
  functions,
  scope: named_scope,
  is_read_only,
  expires_at: ends_at.toISOString(),
});
