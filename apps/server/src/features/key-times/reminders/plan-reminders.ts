import { clockIn, dayIn, isBetweenClocks } from '@key2xs/domain';
import { sql } from 'kysely';
import type { Deps } from '#platform/deps';
import { asProduct } from '#platform/visible-to';
import { readPolicy } from '../policy';
import { type Addressed, findAddressed, findReturns, groupByAddress } from './addressees';
import { saveReminder } from './save-reminder';

const dayMinutes = 1_440;

/**
 * Makes the mails that are due by the policy: of each key that has come to a number of days before its end, or about the day by which it is to
 * be returned, for each audience that is switched on. Without a mail server, and in the quiet time, it makes none; what was missed is made afterwards, once.
 * @returns how many
 */
export async function planReminders(deps: Pick<Deps, 'db' | 'clock' | 'newId' | 'mailer'>): Promise<number> {
  if (!deps.mailer) return 0;
  const now = deps.clock();
  const { reminders, time_zone } = await readPolicy(deps.db);
  if (reminders.quiet && isBetweenClocks(clockIn(time_zone, now), reminders.quiet)) return 0;
  const day = dayIn(time_zone, now);
  return deps.db.transaction().execute(async (tx) => {
    // Of two processes, the second finds what the first has made.
    await sql`select pg_advisory_xact_lock(hashtext('key-reminders'))`.execute(tx);
    const reader = asProduct(tx); // background work
    const addressed: Addressed[] = [];
    for (const audience of ['holder', 'manager', 'security'] as const) {
      const { returns } = reminders;
      if (returns.is_on)
        addressed.push(
          ...(await findReturns(reader, { policy: reminders, audience, now, when: { days: returns[audience] } })),
        );
      const { is_on, days } = reminders[audience];
      if (!is_on) continue;
      const areTheKeys = sql<boolean>`standing.ends_at > ${now}
        and standing.ends_at <= ${now}::timestamptz + make_interval(days => ${Math.max(...days)})`;
      addressed.push(
        ...(await findAddressed(reader, { policy: reminders, audience, areTheKeys, stage: stageAt(now, days) })),
      );
    }
    let made = 0;
    for (const keys of groupByAddress(addressed))
      if (await saveReminder(tx, { deps, day, now, askedBy: null }, keys)) made += 1;
    return made;
  });
}

/** The fewest days that have been reached. A key whose interval is not longer than that would be reminded of after each update. */
const stageAt = (now: Date, days: readonly number[]) => sql<number | null>`(
  select min(before) from unnest(${days}::int[]) as before
  where standing.ends_at <= ${now}::timestamptz + make_interval(days => before)
    and (standing.ends_at is distinct from standing.deadline_at or standing.revalidation_minutes > before * ${dayMinutes}))`;
