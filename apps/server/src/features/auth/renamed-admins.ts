import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps } from '#platform/deps';
import { takeRenamedAdmins } from './queries';

/** Records and logs once which administrators a migration renamed because two usernames folded to the same. */
export async function reportRenamedAdmins(deps: Deps): Promise<void> {
  const startUp: Caller = { actor: undefined, name: 'start-up', request_id: null, sign: deps.signEvent };
  const renamed = await deps.db.transaction().execute(async (tx) => {
    const admins = await takeRenamedAdmins(tx);
    for (const { id, username, renamed_from } of admins) {
      await recordEvent(tx, startUp, 'admin.renamed', { id, details: { from: renamed_from, to: username } });
    }
    return admins;
  });
  for (const { username, renamed_from } of renamed) {
    deps.log.warn({ from: renamed_from, to: username }, 'this administrator has a new username: inform them');
  }
}
