import { canonicalFields } from '@key2xs/contract';
import { type CurrentPerson, listGroups, writeGroups } from '@key2xs/domain';
import { sql } from 'kysely';
import type { Db, Deps, Tx } from '#platform/deps';
import { keepGroups, loadGroupKeys, markGone } from './apply-groups';

/** Parsing a longer answer would block other requests. */
const pagePeople = 2_000;

/** All people of a source by external id, with the fields compared. Equal texts share one string, to save memory. */
export async function loadCurrent(db: Db, connectionId: string): Promise<Map<string, CurrentPerson>> {
  const people = new Map<string, CurrentPerson>();
  const groupsOf = await loadGroupKeys(db, connectionId);
  const texts = new Map<string, string>();
  const shared = (text: string | null) => {
    if (text === null) return null;
    const known = texts.get(text);
    if (known === undefined) texts.set(text, text);
    return known ?? text;
  };
  for (let after = ''; ; ) {
    const page = await listCurrent(db, connectionId, after);
    const own = page.filter(({ connection_id }) => connection_id === connectionId);
    for (const { connection_id: _, external_id, group_ids, ...row } of own) {
      const [job_title, department] = [shared(row.job_title), shared(row.department)];
      people.set(external_id, { ...row, job_title, department, groups: groupsOf(group_ids) });
      after = external_id;
    }
    if (own.length < pagePeople) return people;
  }
}

/**
 * Reads in index order, past the source's end into the next. With a filter on the source, the embedded database, which
 * has no statistics after an import, would sort all its people for each page.
 */
const listCurrent = (db: Db, connectionId: string, after: string) =>
  db
    .selectFrom('person')
    .select(['connection_id', 'id as person_id', 'external_id', 'active', 'source_hash as hash'])
    .select(['job_title', 'department', sql<string>`group_ids::text`.as('group_ids')])
    .where(sql<boolean>`(connection_id, external_id) > (${connectionId}::uuid, ${after})`)
    .orderBy('connection_id')
    .orderBy('external_id')
    .limit(pagePeople)
    .execute();

export type StoredFields = Awaited<ReturnType<typeof loadFields>>[number];

/** Groups are stored by id, all other fields as they are. */
const columns = canonicalFields.filter((field) => field !== 'groups');

/** Groups as their names, as a row of a source has them. */
export async function loadFields(db: Db, ids: readonly string[]) {
  const rows = await db
    .selectFrom('person')
    .select(['id', ...columns])
    .select(sql<string>`(select string_agg(name, ';') from person_group where id = any(group_ids))`.as('groups'))
    .where('id', 'in', ids)
    .execute();
  return rows.map((row) => ({ ...row, groups: writeGroups(listGroups(row.groups).values()) || null }));
}

type Range = { changeSetId: string; connectionId: string; from: number; to: number; isLast: boolean };

const taken = [...columns, 'group_ids'];
const fieldNames = sql.join(taken.map((field) => sql.ref(field)));
const fieldValues = sql.join(columns.map((field) => sql.ref(`fields.${field}`)));
const takeFields = sql.join(taken.map((field) => sql`${sql.ref(field)} = ${sql.ref(`excluded.${field}`)}`));

/**
 * Applies the items after ordinal `from` up to `to`, each kind in one statement. Somebody who left and joins again keeps
 * their id, and so does a group.
 */
export async function applyPeople(tx: Tx, deps: Pick<Deps, 'newId'>, range: Range): Promise<void> {
  const { changeSetId, connectionId, from, to, isLast } = range;
  const items = sql`item.change_set_id = ${changeSetId} and item.ordinal > ${from} and item.ordinal <= ${to}
    and item.kind in ('joiner', 'mover', 'update')`;
  const groups = await keepGroups(tx, deps, { connectionId, items });
  await sql`
    insert into person (id, connection_id, source_hash, ${fieldNames})
    select item.person_id, ${connectionId}, item.source_hash, ${fieldValues}, coalesce(known.ids, '{}')
    from change_set_item as item
    cross join jsonb_populate_record(null::person, item.after) as fields
    left join ${groups} on known.groups = item.after ->> 'groups'
    where ${items}
    on conflict (connection_id, external_id) do update
    set ${takeFields}, source_hash = excluded.source_hash, active = true, left_at = null, updated_at = now()`.execute(
    tx,
  );
  await sql`
    update person set active = false, left_at = now(), updated_at = now()
    from change_set_item as item
    where item.change_set_id = ${changeSetId} and item.ordinal > ${from} and item.ordinal <= ${to}
      and item.kind = 'leaver' and person.id = item.person_id`.execute(tx);
  if (isLast) await markGone(tx, connectionId);
}
