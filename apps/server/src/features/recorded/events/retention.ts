import { setTimeout as pause } from 'node:timers/promises';
import { usualRetentionMonths } from '@key2xs/contract';
import { sql } from 'kysely';
import { recordEvent } from '#platform/audit/audit';
import { addMonths, dropMonth, listMonths, monthOf, monthsLater } from '#platform/database/month-tables';
import type { Caller, Db, Deps, Tx } from '#platform/deps';

const table = 'access_event';
/** Clocks of keys may be ahead, and an installation may be switched off for a while. */
const monthsAhead = 12;
/** An import waits behind a change of the table, so the change gives way soon, and tries again. */
const lockTimeout = '1s';
const tries = 5;
const retryMs = 2_000;
const busyCodes: ReadonlySet<unknown> = new Set(['55P03', '40P01']);

export async function readRetentionMonths(db: Db): Promise<number> {
  const row = await db.selectFrom('access_event_policy').select('retention_months').executeTakeFirst();
  return row?.retention_months ?? usualRetentionMonths;
}

/** The first and the last month of which events are kept. */
export async function keptMonths(db: Db, now: Date): Promise<{ from: Date; to: Date }> {
  const month = monthOf(now);
  return { from: monthsLater(month, -(await readRetentionMonths(db))), to: monthsLater(month, monthsAhead) };
}

/** Months that have events, and are older than they are kept. */
export async function listOldMonths(db: Db, now: Date): Promise<Date[]> {
  const { from } = await keptMonths(db, now);
  return (await listMonths(db, table)).filter((month) => month < from);
}

/** Makes the months to come, and drops those that are older than events are kept. @returns how many were dropped */
export async function keepMonths(deps: Pick<Deps, 'db' | 'clock' | 'signEvent'>, signal: AbortSignal): Promise<number> {
  const { db } = deps;
  const now = deps.clock();
  const { from, to } = await keptMonths(db, now);
  const wanted: Date[] = [];
  for (let month = from; month <= to; month = monthsLater(month, 1)) wanted.push(month);
  await patiently(db, signal, (tx) => addMonths(tx, table, wanted));
  const caller: Caller = { actor: undefined, name: 'retention', request_id: null, sign: deps.signEvent };
  const old = await listOldMonths(db, now);
  for (const month of old) {
    await patiently(db, signal, async (tx) => {
      await dropMonth(tx, table, month);
      await recordEvent(tx, caller, 'access_events.deleted', { details: { month: month.toISOString().slice(0, 7) } });
    });
  }
  return old.length;
}

async function patiently(db: Db, signal: AbortSignal, change: (tx: Tx) => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await db.transaction().execute(async (tx) => {
        await sql`select set_config('lock_timeout', ${lockTimeout}, true)`.execute(tx);
        await change(tx);
      });
      return;
    } catch (error) {
      const isBusy = error instanceof Error && 'code' in error && busyCodes.has(error.code);
      if (!isBusy || attempt === tries || signal.aborted) throw error;
      await pause(retryMs, undefined, { signal });
    }
  }
}
