import { canonicalFields } from '@key2xs/contract';
import { type CurrentPerson, listGroups, writeGroups } from '@key2xs/domain';
import { sql } from 'kysely';
import type { Db, Deps, Tx } from '#platform/deps';
import { sharedTexts } from '#platform/shared-texts';
import { groupsOf, keepGroups, loadGroupKeys, markGone } from './apply-groups';
import { todayOf } from './day-of-source';
import type { IamConnectionRow } from './queries';

/** Parsing a longer answer would block other requests. */
const pagePeople = 2_000;

/**
 * The people of a source by external id, with the fields compared. Equal texts share one string, to save memory.
 * @param only those wanted; all of them unless given
 */
export async function loadCurrent(
  db: Db,
  connectionId: string,
  only?: readonly string[],
): Promise<Map<string, CurrentPerson>> {
  const people = new Map<string, CurrentPerson>();
  const keysOf = await loadGroupKeys(db, connectionId);
  const shared = sharedTexts();
  for await (const page of only ? pagesOf(db, connectionId, only) : allPages(db, connectionId)) {
    for (const { external_id, person_id, state, is_forgotten, hash, job_title, department, group_ids } of page) {
      people.set(external_id, {
        person_id,
        state: shared(state),
        is_forgotten,
        hash,
        job_title: shared(job_title),
        department: shared(department),
        groups: keysOf(group_ids),
        is_listed: false,
      });
    }
  }
  return people;
}

const selectCurrent = (db: Db) =>
  db
    .selectFrom('person')
    .select(['connection_id', 'id as person_id', 'external_id', 'state', 'source_hash as hash'])
    .select(sql<boolean>`(state = 'left' and forgotten_after <= now()) is true`.as('is_forgotten'))
    .select(['job_title', 'department', sql<string>`group_ids::text`.as('group_ids')])
    .where('superseded_at', 'is', null);

/**
 * Reads in index order, past the source's end into the next. With a filter on the source, the embedded database, which
 * has no statistics after an import, would sort all its people for each page.
 */
async function* allPages(db: Db, connectionId: string) {
  for (let after = ''; ; ) {
    const page = await selectCurrent(db)
      .where(sql<boolean>`(connection_id, external_id) > (${connectionId}::uuid, ${after})`)
      .orderBy('connection_id')
      .orderBy('external_id')
      .limit(pagePeople)
      .execute();
    const own = page.filter(({ connection_id }) => connection_id === connectionId);
    yield own;
    after = own.at(-1)?.external_id ?? after;
    if (own.length < pagePeople) return;
  }
}

async function* pagesOf(db: Db, connectionId: string, ids: readonly string[]) {
  for (let at = 0; at < ids.length; at += pagePeople) {
    yield await selectCurrent(db)
      .where('connection_id', '=', connectionId)
      .where('external_id', '=', (q) => q.fn.any(q.val(ids.slice(at, at + pagePeople))))
      .execute();
  }
}

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

type Range = { changeSetId: string; connection: IamConnectionRow; from: number; to: number; isLast: boolean };

const taken = [...columns, 'group_ids', 'starts_on', 'ends_on', 'active'];
const fieldNames = sql.join(taken.map((field) => sql.ref(field)));
const fieldValues = sql.join(columns.map((field) => sql.ref(`fields.${field}`)));
const takeFields = sql.join(taken.map((field) => sql`${sql.ref(field)} = ${sql.ref(`excluded.${field}`)}`));
/** What began at some time, and still is, began then. */
const since = (column: string) => sql`${sql.ref(column)} =
  case when ${sql.ref(`excluded.${column}`)} is not null
    then coalesce(${sql.ref(`person.${column}`)}, ${sql.ref(`excluded.${column}`)}) end`;

/**
 * Applies the items after ordinal `from` up to `to`, each kind in one statement. Somebody who left and joins again keeps
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
  const groups = await keepGroups(tx, deps, { connectionId, items });
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
      forgotten_after = case when exists (select from source_person as told
        where told.connection_id = ${connectionId} and told.external_id = person.external_id
          and (told.gone = 'for_good' or told.is_another)) then now() else ${grace} end
    from change_set_item as item
    where item.change_set_id = ${changeSetId} and item.ordinal > ${from} and item.ordinal <= ${to}
      and item.kind = 'leaver' and person.id = item.person_id`.execute(tx);
  if (isLast) await markGone(tx, connectionId);
}
