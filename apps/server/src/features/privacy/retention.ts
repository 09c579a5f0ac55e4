import type { PrivacySettings } from '@key2xs/contract';
import { sql } from 'kysely';
import { recordEvent } from '#platform/audit/audit';
import { monthOf, monthsLater } from '#platform/database/month-tables';
import type { Caller, Db, Deps } from '#platform/deps';
import { AppError, notFound } from '#platform/errors';
import type { Reader } from '#platform/visible-to';
import { readRetentionMonths } from '../recorded/service';
import { eraseDueReceipts, erasePerson } from './erasure/erase-person';
import { type Policy, readPolicy } from './policy';

const dayMs = 86_400_000;
/** Each erasure reads every table once. */
const maxErased = 20;
/** Once a night: when the last run by the product itself is older. */
const hoursBetween = 20;
const shownRuns = 50;

/** @throws AppError not_found for who may not see it */
export async function readSettings({ clock }: Pick<Deps, 'clock'>, { db, viewer }: Reader): Promise<PrivacySettings> {
  if (viewer.role !== 'superadmin') throw notFound('record');
  const now = clock();
  const policy = await readPolicy(db);
  const [receipts_before, leavers_left_before] = [before(now, policy.receipts_kept_days), leftBefore(policy, now)];
  const events_before = monthsLater(monthOf(now), -(await readRetentionMonths(db)));
  const { rows } = await sql<Due>`
    with kept as (select greatest(kept_since, now() - make_interval(days => retention_days)) as since from memory)
    select kept.since as past_before,
      (select count(*)::int from access_past where until <= kept.since) as past,
      (select count(*)::int from access_event where event_time < ${events_before}) as events,
      (select count(*)::int from person
        where left_at < ${leavers_left_before}::timestamptz and erased_at is null and state = 'left') as leavers,
      (select count(*)::int from key_receipt as receipt where receipt.created_at < ${receipts_before} and exists (
        select from person where erased_at is not null
          and ((person.id = receipt.person_id and receipt.person_name <> person.display_name)
            or (person.id = receipt.giver_id and receipt.giver_name <> person.display_name)))) as receipts
    from kept`.execute(db);
  const { past_before, ...counts } = rows[0] ?? { past: 0, events: 0, leavers: 0, receipts: 0, past_before: now };
  const runs = await db.selectFrom('retention_run').selectAll().orderBy('at', 'desc').limit(shownRuns).execute();
  return {
    ...policy,
    due: {
      ...counts,
      past_before: past_before.toISOString(),
      events_before: events_before.toISOString(),
      receipts_before: receipts_before.toISOString(),
      leavers_left_before: leavers_left_before?.toISOString() ?? null,
    },
    runs: runs.map(({ at, by_name: by, erased, blocked, receipts }) => ({
      at: at.toISOString(),
      by,
      erased,
      blocked,
      receipts,
    })),
  };
}

type Due = { past_before: Date; past: number; events: number; leavers: number; receipts: number };

const before = (now: Date, days: number) => new Date(now.getTime() - days * dayMs);
const leftBefore = ({ erase_leavers_after_days: days }: Policy, now: Date) =>
  days === null ? null : before(now, days);

type Acting = { deps: Deps; caller: Caller; reader: Reader };

/** Erases nothing: a number mistyped can be put right until the next run. @throws AppError not_found */
export function savePolicy({ deps, caller, reader }: Acting, after: Policy): Promise<PrivacySettings> {
  return deps.db.transaction().execute(async (tx) => {
    const former = await readPolicy(tx);
    await tx
      .insertInto('privacy_policy')
      .values(after)
      .onConflict((row) => row.column('only_row').doUpdateSet(after))
      .execute();
    await recordEvent(tx, caller, 'privacy_settings.updated', { details: { before: former, after } });
    return readSettings(deps, { ...reader, db: tx });
  });
}

/** Erases who and what is older than it is kept, and records it. @throws AppError not_found */
export async function runNow({ deps, caller, reader }: Acting): Promise<PrivacySettings> {
  await run(deps, caller, caller.name);
  return readSettings(deps, reader);
}

/** The same once a night, where people are to be erased automatically. Receipts are, in any case. */
export async function runNightly(deps: Deps): Promise<void> {
  const { erase_leavers_after_days } = await readPolicy(deps.db);
  if (erase_leavers_after_days === null) {
    await eraseDueReceipts(deps);
    return;
  }
  const { rows } = await sql<{ is_due: boolean }>`
    select not exists (select from retention_run
      where by_name is null and at between now() - make_interval(hours => ${hoursBetween}) and now()) as is_due`.execute(
    deps.db,
  );
  if (!rows[0]?.is_due) return;
  await run(deps, { actor: undefined, name: 'retention', request_id: null, sign: deps.signEvent }, null);
}

async function run(deps: Deps, caller: Caller, by_name: string | null): Promise<void> {
  const now = deps.clock();
  let [erased, blocked] = [0, 0];
  for (const id of await listLeavers(deps.db, now)) {
    if (erased === maxErased) break;
    if (await isErased(deps, caller, id)) erased++;
    else blocked++;
  }
  const receipts = await eraseDueReceipts(deps);
  const counts = { erased, blocked, receipts };
  await deps.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('retention_run')
      .values({ id: deps.newId(), at: now, by_name, ...counts })
      .execute();
    await recordEvent(tx, caller, 'privacy_settings.ran', { details: counts });
  });
}

/** False while something stands in the way. */
async function isErased(deps: Deps, caller: Caller, id: string): Promise<boolean> {
  try {
    await erasePerson(deps, caller, { id, reason: 'retention' });
    return true;
  } catch (error) {
    if (error instanceof AppError && ['conflict', 'not_found'].includes(error.code)) return false;
    throw error;
  }
}

/** All whose time is over: those with something in the way hold no one up. */
async function listLeavers(db: Db, now: Date): Promise<string[]> {
  const until = leftBefore(await readPolicy(db), now);
  if (until === null) return [];
  const { rows } = await sql<{ id: string }>`
    select id from person where left_at < ${until} and erased_at is null and state = 'left' order by left_at, id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}
