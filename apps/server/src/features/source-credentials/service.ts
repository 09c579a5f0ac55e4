import { warningDays } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { noteSourceEvent } from '#features/source-events/service';
import type { Db } from '#platform/deps';
import { type Reader, sees } from '#platform/visible-to';
import { daysAfter, daysUntil, thresholdOf } from './credential-warnings';
import { type Ending, listEnding } from './queries';

export { readCertificate } from './add-credential';

export { daysUntil };

/** Credentials that sources are called with, and that end within so many days. */
export const listEndingCredentials = async ({ db, viewer }: Reader, now: Date, days: number): Promise<Ending[]> =>
  sees(viewer, 'identity_sources') ? listEnding(db, daysAfter(now, days + 1)) : [];

/** Notes once at 60, 30, 14, 7 and 1 days, and once it has ended, that a credential ends. */
export async function noteEndingCredentials(db: Db, now = new Date()): Promise<void> {
  for (const { id, connection_id, kind, expires_at } of await listEnding(db, daysAfter(now, warningDays[0] + 1))) {
    const days = daysUntil(expires_at, now);
    const threshold = thresholdOf(days);
    if (threshold === undefined) continue;
    const which = say(`sourceCredential.kinds.${kind}`);
    await noteSourceEvent(db, {
      connection_id,
      kind: threshold === 0 ? 'credential.expired' : 'credential.expiring',
      once: `credential ${id} ${threshold}`,
      sentence:
        threshold === 0
          ? say('sourceEvent.credentialExpired', { which })
          : say('sourceEvent.credentialExpiring', { which, count: days }),
    });
  }
}
