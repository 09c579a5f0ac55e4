import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/deps';
import { isBefore, isFrom } from './entry-source';

export { nameIn } from './entry';
export { adminName } from './entry-source';
export { findLastVerification } from './verifications';

/** Happens every half hour of use, without a decision of a person. */
const renewal = 'session.refreshed';

/**
 * What an administrator did, and what was done to the account, newest first; without renewals of a session.
 * @param before the id of the last event of the page before
 */
export async function listEventsOfAdmin(
  db: Db,
  adminId: string,
  { before, limit }: { before: string | undefined; limit: number },
) {
  const page = (condition: RawBuilder<boolean>) => sql`(
    select id, at, action, actor_id, actor_name, target_type, target_id from audit_event
    where ${condition} and action <> ${renewal} and (${before ?? null}::uuid is null or id < ${before ?? null}::uuid)
    order by id desc limit ${limit})`;
  // Each half by its own index; one condition for both would read every event of the account.
  const { rows } = await sql<AdminEvent>`
    ${page(sql`actor_id = ${adminId}`)} union ${page(sql`target_type = 'admin' and target_id = ${adminId}::text`)}
    order by id desc limit ${limit}`.execute(db);
  return rows;
}

/** How often each administrator did what in a period, and when last: `actor_id`, `name`, `action`, `times`, `last_at`. */
export const countActions = ({ from, before }: { from: Date; before: Date | null }): RawBuilder<unknown> => sql`
  select counted.*, coalesce(admin.username, (
    select actor_name from audit_event where actor_id = counted.actor_id order by audit_event.id desc limit 1)) as name
  from (
    select actor_id, action, count(*)::int as times, max(at) as last_at from audit_event
    where actor_id is not null and action <> ${renewal} and ${isFrom(from.toISOString())}
      and ${before ? isBefore(before.toISOString()) : sql`true`}
    group by actor_id, action) as counted
  left join admin on admin.id = counted.actor_id`;

type AdminEvent = {
  id: string;
  at: Date;
  action: string;
  actor_id: string | null;
  actor_name: string;
  target_type: string | null;
  target_id: string | null;
};

/** The views of an administrator's screens since then, the newest first. */
export async function listViewsOf(db: Db, adminId: string, since: Date) {
  const { rows } = await sql<{ id: string; at: Date; actor_name: string; reason: string }>`
    select id, at, actor_name, coalesce(details ->> 'reason', '') as reason from audit_event
    where target_type = 'admin' and target_id = ${adminId}::text and action = 'admin.viewed' and at >= ${since}
    order by id desc`.execute(db);
  return rows;
}

const eventsAtOnce = 1_000;

/** The same events, all of them, in pages. */
export async function* eventsOfAdmin(db: Db, adminId: string): AsyncGenerator<AdminEvent[]> {
  let before: string | undefined;
  do {
    const page = await listEventsOfAdmin(db, adminId, { before, limit: eventsAtOnce });
    yield page;
    before = page.length === eventsAtOnce ? page.at(-1)?.id : undefined;
  } while (before !== undefined);
}
