import { type CredentialWarning, warningDays } from '@key2xs/contract';
import type { Deps } from '#platform/deps';
import { type Reader, sees } from '#platform/visible-to';
import { type Ending, listEnding, listSeenWarnings, saveSeenWarnings } from './queries';

const dayMs = 86_400_000;

/** Whole days until then; below 0 once it has passed. */
export const daysUntil = (end: Date, now: Date): number => Math.floor((end.getTime() - now.getTime()) / dayMs);

export const daysAfter = (now: Date, days: number) => new Date(now.getTime() + days * dayMs);

/** The smallest of the days to warn at that is reached, and 0 once it has ended. */
export function thresholdOf(days: number): number | undefined {
  return days < 0 ? 0 : warningDays.findLast((one) => days <= one);
}

/** Credentials in use that end within 60 days, the most urgent first. */
export async function listCredentialWarnings(
  { clock }: Pick<Deps, 'clock'>,
  { db, viewer }: Reader,
  adminId: string,
): Promise<CredentialWarning[]> {
  if (!sees(viewer, 'identity_sources')) return [];
  const now = clock();
  const ending = await listEnding(db, daysAfter(now, warningDays[0] + 1));
  const seen = new Set((await listSeenWarnings(db, adminId)).map(keyOf));
  return ending.flatMap((one) => {
    const threshold = thresholdOf(daysUntil(one.expires_at, now));
    return threshold === undefined ? [] : [present(one, { now, threshold, seen })];
  });
}

type Seeing = { now: Date; threshold: number; seen: ReadonlySet<string> };

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
  seen: seen.has(keyOf({ credential_id: id, days: threshold })),
});

const keyOf = ({ credential_id, days }: { credential_id: string; days: number }) => `${credential_id} ${days}`;

/** Until they become more urgent. */
export async function markCredentialWarningsSeen(deps: Deps, reader: Reader, admin_id: string): Promise<void> {
  const unseen = (await listCredentialWarnings(deps, reader, admin_id)).filter(({ seen }) => !seen);
  const rows = unseen.map(({ credential_id, threshold: days }) => ({ admin_id, credential_id, days }));
  if (rows.length > 0) await saveSeenWarnings(deps.db, rows);
}
