import type { Administrator } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { recordEvent } from '#platform/audit/audit';
import type { Actor, Caller, Deps } from '#platform/deps';
import { AppError } from '#platform/errors';
import { endAccess } from '#platform/sign-in/sessions';
import type { Reader } from '#platform/visible-to';
import { getAdministrator, getManaged } from '../administrators/service';
import { noteCredentialChange } from '../second-factors/events';
import { deleteIdentity, listIdentities } from './identities';

/** Removes every link of another administrator, and ends their access. @throws AppError not_found, forbidden, conflict */
export async function unlinkOther(
  deps: Deps,
  { actor, caller, reader }: { actor: Actor; caller: Caller; reader: Reader },
  id: string,
  reason: string,
): Promise<Administrator> {
  await deps.db.transaction().execute(async (tx) => {
    await getManaged(tx, deps, { actor }, id);
    const links = await listIdentities(tx, id);
    if (links.length === 0) throw new AppError('conflict', say('singleSignOn.notLinked'));
    for (const { id: link, issuer, account } of links) {
      await deleteIdentity(tx, link);
      const details = { admin_id: id, issuer, account, reason };
      await recordEvent(tx, caller, 'single_sign_on.unlinked', { id: link, details });
    }
    await noteCredentialChange(tx, id, 'single_sign_on_unlinked');
    await endAccess(tx, id);
  });
  return getAdministrator(reader, id);
}
