import { warningDays } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { noteSourceEvent } from '#features/source-events/service';
import type { Db, Tx } from '#platform/deps';
import { emit } from '#platform/events/event-kind';
import { noteOnce } from '#platform/events/noticed';
import { type Reader, sees } from '#platform/visible-to';
import { daysUntil, thresholdOf } from '#platform/warning-days';
import { daysAfter } from './credential-warnings';
import { credentialEnding } from './events';
import { type Ending, listEnding } from './queries';

export { readCertificate } from './add-credential';

/** Credentials that sources are called with, and that end within so many days. */
export const listEndingCredentials = async ({ db, viewer }: Reader, now: Date, days: number): Promise<Ending[]> =>
  sees(viewer, 'identity_sources') ? listEnding(db, daysAfter(now, days + 1)) : [];

/** Notes once at 60, 30, 14, 7 and 1 days, and once it has ended, that a credential ends. */
export async function noteEndingCredentials(db: Db, now = new Date()): Promise<void> {
  for (const one of await listEnding(db, daysAfter(now, warningDays[0] + 1))) {
    const days = daysUntil(one.expires_at, now);
    const threshold = thresholdOf(days);
    if (threshold !== undefined) await db.transaction().execute((tx) => noteEnding(tx, one, { days, threshold }));
  }
}

async function noteEnding(tx: Tx, ending: Ending, { days, threshold }: { days: number; threshold: number }) {
  const { id: subject, connection_id, name: connection_name, kind, has_successor } = ending;
  if (!(await noteOnce(tx, { notice: 'credential_ending', subject, discriminator: `${threshold}` }))) return;
  const which = say(`sourceCredential.kinds.${kind}`);
  await noteSourceEvent(tx, {
    connection_id,
    kind: threshold === 0 ? 'credential.expired' : 'credential.expiring',
    sentence:
      threshold === 0
        ? say('sourceEvent.credentialExpired', { which })
        : say('sourceEvent.credentialExpiring', { which, count: days }),
  });
  await emit(tx, credentialEnding, { connection_id, connection_name, kind, days_left: days, has_successor });
}
