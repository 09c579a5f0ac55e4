import type { RuleObject } from '@key2xs/contract';
import { sql } from 'kysely';
import { cylinderWords, shownName } from '#platform/door-names';
import type { Reader } from '#platform/visible-to';
import { doorsOf } from '../../cylinders/relation';
import { keysOf } from '../../keys/relation';
import { carriesRights } from '../../keys/service';
import { peopleOf } from '../../people/relation';

/** `name` is the path: many buildings have a ground floor. */
export type NamedPlace = { name: string; protection_class: number | null };

/** Every place by id, with the protection class that holds there: its own, else that of the nearest place above. */
export async function listPlaces({ db }: Reader): Promise<Map<string, NamedPlace>> {
  const rows = await db.selectFrom('location').select(['id', 'parent_id', 'name', 'protection_class']).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const classOf = (id: string | null): number | null => {
    const place = byId.get(id ?? '');
    return place ? (place.protection_class ?? classOf(place.parent_id)) : null;
  };
  const pathOf = (id: string | null): string[] => {
    const place = byId.get(id ?? '');
    return place ? [...pathOf(place.parent_id), place.name] : [];
  };
  return new Map(rows.map(({ id }) => [id, { name: pathOf(id).join(' / '), protection_class: classOf(id) }]));
}

/** As one text and unnested: quoting each id of tens of thousands, and estimating each, takes longer than asking for them. */
const listed = (ids: readonly string[]) => sql`(select unnest(${`{${ids.join()}}`}::uuid[]))`;

/** The departments of people by id; those who have none are left out. */
export async function listDepartments(reader: Reader, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await reader.db
    .selectFrom(peopleOf(reader))
    .select(['id', 'department'])
    .where(sql<boolean>`id in ${listed(ids)}`)
    .where('department', 'is not', null)
    .$narrowType<{ department: string }>()
    .execute();
  return new Map(rows.map(({ id, department }) => [id, department]));
}

export type HeldKeys = {
  /** Keys that are updated. */
  updatable: number;
  /** How many people hold a key. */
  holders: number;
  /** People with a key whose rights are in the cylinders. */
  inCylinders: Set<string>;
};

/** The keys in the hands of people, as the key systems have them. */
export async function countKeysOf(reader: Reader, people: readonly string[]): Promise<HeldKeys> {
  const { rows } = await sql<{ person: string; updatable: number; others: number }>`
    select person.own_reference as person,
      (count(*) filter (where ${carriesRights}))::int as updatable,
      (count(*) filter (where not ${carriesRights}))::int as others
    from recorded_person as person
    join ${keysOf(reader)} on key.connection_id = person.connection_id and key.holder_identity = person.identity
    where person.own_reference in ${listed(people)} and key.deleted_at is null
    group by 1`.execute(reader.db);
  return {
    updatable: rows.reduce((sum, { updatable }) => sum + updatable, 0),
    holders: rows.length,
    inCylinders: new Set(rows.filter(({ others }) => others > 0).map(({ person }) => person)),
  };
}

/** What rules name, by id: of a place its path. What is gone for good has no name, but a profile has that of its last version. */
export async function listObjectNames(
  reader: Reader,
  objects: readonly RuleObject[],
  places: ReadonlyMap<string, NamedPlace>,
): Promise<Map<string, string>> {
  const ids = sql`${[...new Set(objects.map(({ object_identifier }) => object_identifier))]}::uuid[]`;
  const { rows } = await sql<{ id: string; name: string }>`
    (select distinct on (record_id) record_id as id, content ->> 'name' as name from key_plan_part
      where kind = 'profile' and record_id = any(${ids}) order by record_id, since desc)
    union all select id, ${cylinderWords('cylinder')} from ${doorsOf(reader)} where id = any(${ids})
    union all select id, ${shownName('cylinder_group')} from cylinder_group where id = any(${ids})
    union all select id, name from access_profile where id = any(${ids})`.execute(reader.db);
  return new Map([...rows.map(({ id, name }) => [id, name] as const), ...namesOf(places)]);
}

const namesOf = (places: ReadonlyMap<string, NamedPlace>) => [...places].map(([id, { name }]) => [id, name] as const);
