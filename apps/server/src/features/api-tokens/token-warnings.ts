import type { ApiTokenWarning } from '@key2xs/contract';
import type { Db, Deps } from '#platform/deps';
import { emit } from '#platform/events/event-kind';
import { noteOnce, noteSeen, readSeen } from '#platform/events/noticed';
import { asProduct, type Reader, sees } from '#platform/visible-to';
import { daysUntil } from '#platform/warning-days';
import { apiTokenEnding } from './events';
import { listOwnTokens, listTokens, type TokenRow } from './queries';

const notice = 'api_token_warning';
const warningDays = [14, 7, 1] as const;
/** How long one that has ended is still named. */
const endedDays = 7;

/** The smallest reached number of days, 0 after the end. */
const thresholdOf = (days: number): number | undefined => {
  if (days < 0) return days >= -endedDays ? 0 : undefined;
  return warningDays.findLast((one) => days <= one);
};

type Ending = { row: TokenRow; days: number; threshold: number };

const ending = (rows: readonly TokenRow[], now: Date): Ending[] =>
  rows.flatMap((row) => {
    const days = daysUntil(row.ends_at, now);
    const threshold = row.is_owner_in_force ? thresholdOf(days) : undefined;
    return threshold === undefined ? [] : [{ row, days, threshold }];
  });

/** Those that the administrator can do something about, the most urgent first. */
export async function listTokenWarnings(
  { clock }: Pick<Deps, 'clock'>,
  reader: Reader,
  id: string,
): Promise<ApiTokenWarning[]> {
  const now = clock();
  const { db } = reader;
  const all = sees(reader.viewer, 'administrators');
  const rows = all ? await listTokens(reader, now) : await listOwnTokens(db, now, id);
  const own = ending(rows, now).filter(({ row }) => row.admin_id === id || row.is_service);
  if (own.length === 0) return [];
  const isSeen = await readSeen(db, id, notice);
  return own.map(({ row, days, threshold }) => ({
    token_id: row.id,
    name: row.name,
    owner: row.username,
    is_service: row.is_service,
    expires_at: row.ends_at.toISOString(),
    days_left: days,
    threshold,
    seen: isSeen(row.id, threshold),
  }));
}

/** Until they become more urgent. */
export async function markTokenWarningsSeen(deps: Pick<Deps, 'clock'>, reader: Reader, id: string): Promise<void> {
  const unseen = (await listTokenWarnings(deps, reader, id)).filter(({ seen }) => !seen);
  const notices = unseen.map(({ token_id: subject, threshold }) => ({
    notice,
    subject,
    discriminator: `${threshold}`,
  }));
  await noteSeen(reader.db, id, notices);
}

/** Stores an event for each token and number of days once; a new secret with a later end is warned of anew. */
export async function noteEndingTokens(db: Db, now = new Date()): Promise<void> {
  for (const { row, days, threshold } of ending(await listTokens(asProduct(db), now), now)) {
    const { id: token_id, admin_id: owner_id, name, username: owner, is_service, issued_at } = row;
    await db.transaction().execute(async (tx) => {
      const discriminator = `${issued_at.toISOString()} ${threshold}`;
      if (!(await noteOnce(tx, { notice: 'api_token_ending', subject: token_id, discriminator }))) return;
      await emit(tx, apiTokenEnding, {
        token_id,
        name,
        owner_id,
        owner,
        admin_id: is_service ? null : owner_id,
        days_left: days,
      });
    });
  }
}
