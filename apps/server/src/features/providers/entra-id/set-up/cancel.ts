import { say } from '@key2xs/texts';
import { recordEvent } from '#platform/audit/audit';
import type { Actor, Caller, Deps } from '#platform/deps';
import { changeSetup, type PresentSetup, withoutSecrets } from './queries';
import { holdSetup, requireStatus } from './sessions';

/**
 * Ends a set-up and forgets what was entered. A consent stays with Microsoft: only the tenant can take it back.
 * @throws AppError not_found; conflict once it has ended
 */
export async function cancelSetup(
  deps: Deps,
  { actor, caller }: { actor: Actor; caller: Caller },
  session: string,
): Promise<PresentSetup> {
  return deps.db.transaction().execute(async (tx) => {
    const row = await holdSetup(tx, actor, session);
    requireStatus(row, 'initiated', 'awaiting_consent', 'consent_received', 'verifying', 'ready');
    const isConsented = row.mode === 'shared_app';
    await changeSetup(tx, row.id, {
      ...withoutSecrets,
      status: 'cancelled',
      error_code: 'cancelled',
      message: JSON.stringify(say(isConsented ? 'entraSession.cancelledAfterConsent' : 'entraSession.cancelled')),
    });
    await recordEvent(tx, caller, 'entra_setup.cancelled', { id: row.id, details: { is_consented: isConsented } });
    return holdSetup(tx, actor, session);
  });
}
