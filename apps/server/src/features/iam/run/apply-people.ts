import { canonicalFields } from '@key2xs/contract';
import { foldText, listGroups, writeGroups } from '@key2xs/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Deps, Tx } from '#platform/deps';
import type { StoredConnection } from '../queries';
import { ensureGroups, groupsOf, markGone } from './apply-groups';
import { todayOf } from './day-of-source';

/** How many people of a source have not left. */
export async function countStaying(db: Db, connectionId: string): Promise<number> {
  const { count } = await db
    .selectFrom('person')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('connection_id', '=', connectionId)
    .where('superseded_at', 'is', null)
    .where('state', '<>', 'left')
    .executeTakeFirstOrThrow();
  return count;
}

export type StoredFields = Awaited<ReturnType<typeof loadFields>>[number];

/** Groups are stored by id, and what a state is made of as such; all other fields as they are. */
const columns = canonicalFields.filter(
  (field) => field !== 'groups' && field !== 'active' && field !== 'start_date' && field !== 'end_date',
);

/** Groups as their names, as a row of a source has them. */
export async function loadFields(db: Db, ids: readonly string[]) {
  const rows = await db
    .selectFrom('person')
    .select(['id', ...columns])
    .select([
      sql<string>`(select string_agg(name, ';') from person_group where id = any(group_ids))`.as('groups'),
      sql<string | null>`case when suspended_at is not null then 'false' end`.as('active'),
      sql<string | null>`starts_on::text`.as('start_date'),
      sql<string | null>`ends_on::text`.as('end_date'),
    ])
    .where('id', 'in', ids)
    .execute();
  return rows.map((row) => ({ ...row, groups: writeGroups(listGroups(row.groups).values()) || null }));
}

type Range = { changeSetId: string; connection: StoredConnection; from: number; to: number; isLast: boolean };

const taken = [...columns, 'group_ids', 'starts_on', 'ends_on', 'active'];
const fieldNames = sql.join(taken.map((field) => sql.ref(field)));
const fieldValues = sql.join(columns.map((field) => sql.ref(`fields.${field}`)));
const takeFields = sql.join(taken.map((field) => sql`${sql.ref(field)} = ${sql.ref(`excluded.${field}`)}`));
/** What began at some time, and still is, began then. */
const since = (column: string) => sql`${sql.ref(column)} =
  case when ${sql.ref(`excluded.${column}`)} is not null
    then coalesce(${sql.ref(`person.${column}`)}, ${sql.ref(`excluded.${column}`)}) end`;

/**
 * Applies the items after ordinal `from` up to `to`, each kind in one statement. A person who left and joins again keeps
 * their id, and so does a group. The state follows from the fields, by the day on which they are applied.
 */
export async function applyPeople(
  tx: Tx,
  deps: Pick<Deps, 'newId' | 'clock'>,
  { changeSetId, connection, from, to, isLast }: Range,
): Promise<void> {
  const { id: connectionId, grace_days } = connection;
  const today = await todayOf({ db: tx, clock: deps.clock }, connectionId);
  const grace = sql`now() + make_interval(days => ${grace_days})`;
  const items = sql`item.change_set_id = ${changeSetId} and item.ordinal > ${from} and item.ordinal <= ${to}
    and item.kind in ('joiner', 'mover', 'update', 'begin', 'stop')`;
  const groups = await ensureGroups(tx, deps, { connectionId, items });
  await saveSpellings(tx, items);
  await sql`
    insert into person (id, connection_id, source_hash, ${fieldNames}, suspended_at, left_at, forgotten_after)
    select item.person_id, ${connectionId}, item.source_hash, ${fieldValues}, coalesce(known.ids, '{}'),
      said.starts_on, said.ends_on, not (is_off or is_over or is_early), case when is_off then now() end,
      case when is_over then now() end, case when is_over then ${grace} end
    from change_set_item as item
    cross join jsonb_populate_record(null::person, item.after) as fields
    cross join lateral (select (item.after ->> 'start_date')::date as starts_on,
      (item.after ->> 'end_date')::date as ends_on, (item.after -> 'active' = '"false"') is true as is_off) as said
    cross join lateral (select (said.ends_on < ${today}::date) is true as is_over,
      (said.starts_on > ${today}::date) is true as is_early) as now_is
    left join ${groups} on known.groups = ${groupsOf}
    where ${items}
    on conflict (connection_id, external_id) where superseded_at is null do update
    set ${takeFields}, source_hash = excluded.source_hash, ${since('suspended_at')}, ${since('left_at')},
      ${since('forgotten_after')}, updated_at = now()`.execute(tx);
  await sql`
    update person set active = false, left_at = now(), updated_at = now(),
      forgotten_after = case when exists (select from source_person as replica
        where replica.connection_id = ${connectionId} and replica.external_id = person.external_id
          and (replica.gone = 'for_good' or replica.is_another)) then now() else ${grace} end
    from change_set_item as item
    where item.change_set_id = ${changeSetId} and item.ordinal > ${from} and item.ordinal <= ${to}
      and item.kind = 'leaver' and person.id = item.person_id`.execute(tx);
  if (isLast) await markGone(tx, connectionId);
}

/**
 * Saves the folded form of departments in the items of a change set, so that the database can compare people with scopes.
 * Call before the people are written: people with an unknown department are in no scope.
 * @param items which items, as a condition over `item`
 */
async function saveSpellings(tx: Tx, items: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ spelling: string }>`
    select distinct item.after ->> 'department' as spelling from change_set_item as item
    where ${items} and item.after ->> 'department' is not null
      and not exists (select from department_spelling where spelling = item.after ->> 'department')`.execute(tx);
  if (rows.length === 0) return;
  await tx
    .insertInto('department_spelling')
    .values(rows.map(({ spelling }) => ({ spelling, folded: foldText(spelling) })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
