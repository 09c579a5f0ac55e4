import { isWithin } from '@key2xs/domain';
import type { Deps, Scope, Tx } from '#platform/deps';
import { getAccount, placesAboveFor, rightsOf } from '../administrators/service';
import { type InvitationRow, listRolesOf, markUsed } from './queries';

/** What an account gets by an invitation. */
export type Taken = Pick<
  InvitationRow,
  'id' | 'role' | 'name' | 'mail_address' | 'valid_from' | 'valid_until' | 'invited_by'
> & { roles: { id: string }[]; scope: Scope | null };

/**
 * Uses an invitation up; succeeds once, even for concurrent calls. Call it with the administrators locked.
 * @returns undefined when it is not open, or gives more than its inviter has by now
 */
export async function takeInvitation(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  tokenHash: Buffer,
): Promise<Taken | undefined> {
  const row = await markUsed(tx, tokenHash, clock());
  if (!row) return undefined;
  const [roles, scope] = [await listRolesOf(tx, row.id), scopeOf(row)];
  const inviter = rightsOf(await getAccount(tx, row.invited_by));
  const rights = rightsOf({ role: row.role, roles, scope });
  return isWithin(rights, inviter, await placesAboveFor(tx, inviter.scope)) ? { ...row, roles, scope } : undefined;
}

export const scopeOf = ({ is_limited, departments, places }: InvitationRow): Scope | null =>
  is_limited ? { departments, places } : null;
