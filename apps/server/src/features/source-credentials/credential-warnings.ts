import { type CredentialWarning, warningDays } from '@key2xs/contract';
import type { Deps } from '#platform/deps';
import { noteSeen, readSeen } from '#platform/events/noticed';
import { type Reader, sees } from '#platform/visible-to';
import { daysUntil, thresholdOf } from '#platform/warning-days';
import { type Ending, listEnding } from './queries';

const notice = 'credential_warning';
const dayMs = 86_400_000;

export const daysAfter = (now: Date, days: number) => new Date(now.getTime() + days * dayMs);

/** Credentials in use that end within 60 days, the most urgent first. */
export async function listCredentialWarnings(
  { clock }: Pick<Deps, 'clock'>,
  { db, viewer }: Reader,
  adminId: string,
): Promise<CredentialWarning[]> {
  if (!sees(viewer, 'identity_sources')) return [];
  const now = clock();
  const ending = await listEnding(db, daysAfter(now, warningDays[0] + 1));
  const isSeen = await readSeen(db, adminId, notice);
  return ending.flatMap((one) => {
    const threshold = thresholdOf(daysUntil(one.expires_at, now));
    return threshold === undefined ? [] : [present(one, { now, threshold, seen: isSeen(one.id, threshold) })];
  });
}

type Seeing = { now: Date; threshold: number; seen: boolean };

const present = (
  { id, connection_id, name, kind, expires_at, has_successor }: Ending,
  { now, threshold, seen }: Seeing,
): CredentialWarning => ({
  connection_id,
  connection_name: name,
  credential_id: id,
  kind,
  expires_at: expires_at.toISOString(),
  days_left: daysUntil(expires_at, now),
  threshold,
  has_successor,
  seen,
});

/** Until they become more urgent. */
export async function markCredentialWarningsSeen(deps: Deps, reader: Reader, admin_id: string): Promise<void> {
  const unseen = (await listCredentialWarnings(deps, reader, admin_id)).filter(({ seen }) => !seen);
  const notices = unseen.map(({ credential_id: subject, threshold }) => ({
    notice,
    subject,
    discriminator: `${threshold}`,
  }));
  await noteSeen(deps.db, admin_id, notices);
}
