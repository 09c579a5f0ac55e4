import type { AccessReason } from '@key2xs/contract';
import type { PathStep } from '@key2xs/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/deps';
import { shownName } from '#platform/door-names';
import type { Reader } from '#platform/visible-to';
import { doorsOf } from '../cylinders/relation';
import { locationPath } from '../locations/service';
import { peopleOf } from '../people/relation';
import type { Parts } from './past/parts-at';

/** Deleted ones too: in the past they were doors. */
export const listDoors = (reader: Reader, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : reader.db
        .selectFrom(doorsOf(reader))
        .select(['id', 'marking', shownName('cylinder').as('name'), 'location', 'connection_id'])
        .where('id', 'in', ids)
        .execute();

/** Whether it is there, or has been, and the reader may see it. */
export async function isRecord(reader: Reader, table: 'person' | 'cylinder', id: string): Promise<boolean> {
  const records = table === 'person' ? peopleOf(reader) : doorsOf(reader);
  return (await sql`select from ${records} where id = ${id}::uuid`.execute(reader.db)).rows.length > 0;
}

/** The names of what is in the way to a door, by kind. Of places their paths; of one that is gone its last name. */
const namesOf: Record<PathStep['object_type'], (ids: RawBuilder<string[]>, parts: Parts) => RawBuilder<unknown>> = {
  cylinder: (ids) => sql`select id, ${shownName('cylinder')} as name from cylinder where id = any(${ids})`,
  cylinder_group: (ids) =>
    sql`select id, ${shownName('cylinder_group')} as name from cylinder_group where id = any(${ids})`,
  access_profile: (ids, parts) =>
    sql`select record_id as id, content ->> 'name' as name from ${parts} where kind = 'profile' and record_id = any(${ids})`,
  location: (ids) => sql`
    select id, ${locationPath('location.id')} as name from location where id = any(${ids})
    union all (
      select distinct on (record_id) record_id, content ->> 'name' from access_past
      where kind = 'location' and record_id = any(${ids}) and not exists (select from location where id = record_id)
      order by record_id, until desc)`,
};

/** By id. Asks only for kinds that occur: the database takes longer to plan this than to look it up. */
export async function listNames(db: Db, parts: Parts, steps: readonly PathStep[]): Promise<Map<string, string>> {
  const kinds = [...Map.groupBy(steps, ({ object_type }) => object_type)];
  if (kinds.length === 0) return new Map();
  const selects = kinds.map(([kind, found]) => {
    const ids = [...new Set(found.map(({ id }) => id))];
    return sql`(${namesOf[kind](sql`${ids}::uuid[]`, parts)})`;
  });
  const { rows } = await sql<{ id: string; name: string }>`${sql.join(selects, sql` union all `)}`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Of a rule that is taken out while it is asked about. */
export const unknownChange = { rule_updated_at: '', rule_updated_by: '', rule_version: 0, rule_note: null };

/** Last change of each rule in force: when, author and reason; deleted rules have no entry. */
export async function listLastChanges(db: Db, parts: Parts, ruleIds: readonly string[]) {
  type Change = Pick<AccessReason, 'rule_updated_at' | 'rule_updated_by' | 'rule_version' | 'rule_note'>;
  if (ruleIds.length === 0) return new Map<string, Change>();
  const { rows } = await sql<Omit<Change, 'rule_updated_at'> & { id: string; changed_at: Date }>`
    select record_id as id, changed_at, changed_by as rule_updated_by, since as rule_version, version.reason as rule_note
    from ${parts}
    left join key_plan_version as version
      on version.keyplan_id = key_plan_part.keyplan_id and version.number = key_plan_part.since
    where kind = 'rule' and record_id = any(${ruleIds}::uuid[])`.execute(db);
  return new Map(
    rows.map(({ id, changed_at, ...change }): [string, Change] => [
      id,
      { ...change, rule_updated_at: changed_at.toISOString() },
    ]),
  );
}
