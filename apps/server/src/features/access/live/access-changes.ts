import { type RawBuilder, sql } from 'kysely';
import { prepared } from '#platform/database/prepared';
import type { Db } from '#platform/deps';
import type { Schema } from '#platform/schema/schema';

export { currentSnapshot } from '#platform/database/current-snapshot';

export type ChangeKind = Schema['access_change']['kind'];

/** What has been committed since, and the moment as of which that is so. */
export type Changes = {
  /** A snapshot of the database: which transactions are seen. Text, for `listChanges`. */
  snapshot: string;
  ids: ReadonlyMap<ChangeKind, ReadonlySet<string>>;
  /** So many of some kind that all is to be read anew. */
  isEverything: boolean;
};

/**
 * Changes that a snapshot did not see and that are committed now. Numbers given in order would not do: a transaction that
 * began earlier may commit later, with a lower one. So each change carries its transaction, and is new when the snapshot
 * had not seen that end.
 */
export async function listChanges(db: Db, since: string): Promise<Changes> {
  type Row = { snapshot: string; is_former: boolean; kind: ChangeKind | null; ids: string | null; is_all: boolean };
  const { rows } = await sql<Row>`
    ${prepared('changes')}
    with since as (select ${since}::pg_snapshot as snapshot)
    select pg_current_snapshot()::text as snapshot, change.kind, string_agg(change.record_id::text, ',') as ids,
      bool_or(change.kind is not null and change.record_id is null) as is_all,
      bool_or(pg_snapshot_xmax(pg_current_snapshot()) < pg_snapshot_xmax(since.snapshot)) as is_former
    from since left join access_change as change
      on change.xid >= pg_snapshot_xmin(since.snapshot) and not pg_visible_in_snapshot(change.xid, since.snapshot)
    group by change.kind`.execute(db);
  const ids = new Map(
    rows.flatMap(({ kind, ids }): [ChangeKind, Set<string>][] =>
      kind === null || ids === null ? [] : [[kind, new Set(ids.split(','))]],
    ),
  );
  // Where it is before what was seen, the database was put back to what it was.
  const isEverything = rows.some(({ is_all, is_former }) => is_all || is_former);
  return { snapshot: rows[0]?.snapshot ?? since, ids, isEverything };
}

const keptFor = '24 hours';

/** `unknown`: changes that may have been are forgotten. */
export type ChangedSince = 'no' | 'yes' | 'unknown';

/** A plan that is linked with a key system is noted as recorded there, and changes nothing of it: xids of tuples have 32 bits. */
const isLinkOnly = sql<boolean>`(change.kind = 'recorded' and exists (
  select from key_plan_key_system as link where link.xmin::text::bigint = (change.xid::text::bigint & 4294967295)))`;

/** Whether a change is of a plan, or not known to be of another one. */
const isOfPlan = (plan: RawBuilder<unknown>) => sql<boolean>`(change.record_id is null
  or change.kind not in ('plan', 'rule', 'profile') or change.record_id::text = ${plan}
  or exists (select from key_plan_part as part where part.record_id = change.record_id and part.keyplan_id::text = ${plan}))`;

/**
 * Whether something of these kinds was changed after a snapshot.
 * @param at when the snapshot was taken
 * @param plan only changes of this plan count, and none of others
 */
export const hasChangedSince = (
  { snapshot, at, plan }: { snapshot: RawBuilder<unknown>; at: RawBuilder<unknown>; plan?: RawBuilder<unknown> },
  kinds: readonly ChangeKind[],
): RawBuilder<ChangedSince> => sql<ChangedSince>`(case when exists (
    select from access_change as change where change.xid >= pg_snapshot_xmin(${snapshot}::pg_snapshot)
      and not pg_visible_in_snapshot(change.xid, ${snapshot}::pg_snapshot)
      and change.kind = any(${[...kinds]}::text[]) and not ${isLinkOnly} and ${plan ? isOfPlan(plan) : sql`true`}) then 'yes'
  when ${at} < now() - ${keptFor}::interval then 'unknown' else 'no' end)`;

/** Who has not looked for that long reads everything anew; see `live-access.ts`. */
export async function forgetAccessChanges(db: Db): Promise<void> {
  await db.deleteFrom('access_change').where('at', '<', sql<Date>`now() - ${keptFor}::interval`).execute();
}
